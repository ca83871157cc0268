// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { element } from "@/components/ui/test-elements";
import { renderPage } from "@/components/ui/test-page";
import type { CallRow } from "@/lib/contract/calls";
import type { RolledCost } from "@/lib/trace/cost";

import type { TraceState } from "../page/use-trace";
import { treeLines } from "../tree/test-lines";
import { readTrace } from "../tree/trace-model";
import { CompareTree } from "./compare-tree";
import { useComparison } from "./use-comparison";

const now = Date.parse("2026-11-20T10:01:00Z");
const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, "0")}.000000Z`;

interface Sketch {
  name: string;
  below?: string;
  /** When it started and how long it took, seconds. */
  start?: number;
  took?: number;
  overview?: Partial<CallRow["overview"]>;
}

/** The state of a trace; ids begin with the letter of the side. */
function trace(side: "a" | "b", sketches: readonly Sketch[], cost: number): TraceState {
  const rows = sketches.map(({ name, below, start = 0, took = 1, overview = {} }): CallRow => {
    const own: CallRow = { id: `${side} ${name}`, trace_id: side, op_name: name };
    const parent_id = below === undefined ? undefined : `${side} ${below}`;
    return {
      ...own,
      parent_id,
      started_at: at(start),
      ended_at: at(start + took),
      overview: { status: "success", ...overview },
    };
  });
  const rolled: RolledCost = { amounts: { USD: cost }, unpriced: new Set() };
  return {
    call: undefined,
    row: rows[0],
    trace: readTrace(rows),
    costs: undefined,
    rolledCosts: new Map([[`${side} agent`, rolled]]),
    costError: null,
    callError: null,
    traceError: null,
    isAwaited: false,
    retry: () => undefined,
  };
}

const llm = { kind: "llm", usage: { prompt_tokens: 10, completion_tokens: 0 } } as const;
const before = trace(
  "a",
  [
    { name: "agent", took: 8 },
    { name: "plan", below: "agent", start: 1 },
    { name: "chat", below: "plan", start: 1, overview: { ...llm, model: "small-1" } },
    { name: "search", below: "agent", start: 3 },
    { name: "parse", below: "agent", start: 5 },
  ],
  0.25,
);
const after = trace(
  "b",
  [
    { name: "agent", took: 9 },
    { name: "plan", below: "agent", start: 1 },
    { name: "chat", below: "plan", start: 1, overview: { ...llm, model: "large-1" } },
    { name: "parse", below: "agent", start: 5 },
    { name: "retry", below: "agent", start: 7 },
  ],
  0.75,
);

const onSelect = vi.fn<(id: string) => void>();

function Page({ a = before, b = after }: { a?: TraceState; b?: TraceState }) {
  const [selectedId, select] = useState<string>();
  const comparison = useComparison(
    { trace: a.trace, callId: "a agent" },
    { trace: b.trace, callId: `${b === a ? "a" : "b"} agent` },
  );
  if (!comparison) return undefined;
  return (
    <>
      <button onClick={() => select("=a chat")}>Select chat</button>
      <CompareTree
        comparison={comparison}
        a={a}
        b={b}
        selectedId={selectedId}
        now={now}
        onSelect={(id) => {
          onSelect(id);
          select(id);
        }}
      />
    </>
  );
}

const show = (props: Parameters<typeof Page>[0] = {}) => {
  onSelect.mockClear();
  return renderPage(<Page {...props} />);
};
const { lines, names, selected, focused, press } = treeLines("bdi");
const cells = (name: string) =>
  [...element("row", name).querySelectorAll("[role=gridcell]")].map(({ textContent }) => textContent);

describe("lines", () => {
  it("are the calls of both traces in one tree", () => {
    show();
    expect(names()).toEqual(["agent", "plan", "chat", "search", "parse", "retry"]);
    expect(lines().map((line) => line.getAttribute("aria-level"))).toEqual(["1", "2", "3", "2", "2", "2"]);
    expect(screen.getByLabelText("Calls of the two traces", { selector: "[role=treegrid]" }).ariaRowCount).toBe("7");
  });

  it("show how the two sides differ", () => {
    show();
    expect(
      ["plan", "chat", "search", "retry"].map((name) => element("row", name).querySelector(".sr-only")?.textContent),
    ).toEqual(["same", "different model", "only in A", "only in B"]);
    expect(cells("agent").slice(2)).toEqual(["8.00 s", "9.00 s", "+1.00 s", "", "+$0.50"]);
    expect(cells("search").slice(2, 4)).toEqual(["1.00 s", ""]);
    expect(cells("retry").slice(2, 4)).toEqual(["", "1.00 s"]);
  });

  it("mark the first difference, which a button selects", async () => {
    show();
    expect(element("row", "chat").textContent).toContain("first difference");
    await userEvent.click(screen.getByRole("button", { name: "Go to first difference" }));
    expect(onSelect).toHaveBeenLastCalledWith("=a chat");
  });

  it("are selected by a click and by Enter", async () => {
    show();
    await userEvent.click(screen.getByText("search"));
    await press("{Enter}", "parse");
    expect(onSelect.mock.calls).toEqual([["=a search"], ["=a parse"]]);
    expect(selected()).toEqual(["parse"]);
  });

  it("of a trace and itself do not differ", () => {
    show({ b: before });
    expect(screen.getByText("5 calls, no differences")).toBeDefined();
    expect(screen.getByRole("button", { name: "Differences only" })).toHaveProperty("disabled", true);
  });
});

describe("collapsing", () => {
  it("hides what is below without selecting, and gives way to a call that is selected elsewhere", async () => {
    show();
    await userEvent.click(element("row", "plan").querySelector("button") ?? document.body);
    expect(names()).toEqual(["agent", "plan", "search", "parse", "retry"]);
    expect(onSelect).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText("Select chat"));
    expect(names()).toContain("chat");
    expect(selected()).toEqual(["chat"]);
  });
});

describe("keyboard", () => {
  it.each([
    ["{ArrowDown}", "plan"],
    ["{End}", "retry"],
    ["{End}{ArrowLeft}", "agent"],
    ["{ArrowRight}", "plan"],
    ["{PageDown}{ArrowUp}", "parse"],
    ["p", "plan"],
    ["pp", "parse"],
  ])("%s leads to %s and selects it", async (keys, name) => {
    show();
    await press(keys);
    await waitFor(() => expect(focused()).toBe(name));
    await waitFor(() => expect(selected()).toEqual([name]));
  });

  it("collapses with ArrowLeft and expands with ArrowRight", async () => {
    show();
    await press("{ArrowLeft}", "plan");
    expect(names()).not.toContain("chat");
    await userEvent.keyboard("{ArrowRight}");
    expect(names()).toContain("chat");
  });

  it("steps through the differences with n and Shift+N, where they are collapsed too", async () => {
    show();
    await press("{ArrowLeft}", "plan");
    await userEvent.keyboard("n");
    expect(names()).toContain("chat");
    await userEvent.keyboard("nn");
    await userEvent.keyboard("{Shift>}n{/Shift}");
    expect(onSelect.mock.calls).toEqual([["=a chat"], ["=a search"], ["+b retry"], ["=a search"]]);
  });
});

it("shows only what differs, with the calls above", async () => {
  show();
  expect(screen.getByText("3 of 6 calls differ")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Differences only" }));
  expect(names()).toEqual(["agent", "plan", "chat", "search", "retry"]);
  await press("d");
  expect(names()).toContain("parse");
});
