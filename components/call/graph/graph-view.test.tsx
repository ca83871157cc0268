// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { element, elements } from "@/components/ui/test-elements";
import { renderPage } from "@/components/ui/test-page";
import { standInWorker } from "@/components/ui/test-worker";
import type { CallRow } from "@/lib/contract/calls";

import { readTrace } from "../tree/trace-model";
import { GraphView } from "./graph-view";
import { layoutGraph } from "./layout-graph";
import type { LayoutRequest } from "./places";

const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, "0")}.000000Z`;
const call = (
  id: string,
  name: string,
  parent: string | undefined,
  start: number,
  more: Partial<CallRow> = {},
): CallRow => ({
  id,
  trace_id: "t",
  op_name: name,
  parent_id: parent,
  started_at: at(start),
  ended_at: at(start + 1),
  ...more,
});

const rows: CallRow[] = [
  call("agent", "agent", undefined, 0, { ended_at: at(30) }),
  ...[0, 1, 2].flatMap((turn) => [
    call(`chat ${turn}`, "chat", "agent", turn * 4 + 1, { overview: { status: "success", kind: "llm" } }),
    call(`search ${turn}`, "search", "agent", turn * 4 + 3, turn === 1 ? { exception: "TimeoutError" } : {}),
  ]),
  call("write", "write", "agent", 20),
];

const onSelect = vi.fn<(id: string) => void>();

function Page({ calls = rows }: { calls?: CallRow[] }) {
  const [selectedId, select] = useState("agent");
  return (
    <GraphView
      trace={readTrace(calls)}
      selectedId={selectedId}
      onSelect={(id) => {
        onSelect(id);
        select(id);
      }}
    />
  );
}

async function show(calls = rows, search = "") {
  onSelect.mockClear();
  standInWorker<LayoutRequest>(async function* answer(request) {
    yield layoutGraph(request);
  });
  const page = renderPage(<Page calls={calls} />, { search });
  await waitFor(() => expect(elements("option").length).toBeGreaterThan(0));
  return page;
}
const focused = () => document.activeElement?.querySelector("bdi")?.textContent;
const selected = () =>
  elements("option")
    .filter((option) => option.getAttribute("aria-selected") === "true")
    .map(({ textContent }) => textContent);

describe("the graph of a trace", () => {
  it("has a step for each name, with its calls, errors and times", async () => {
    await show();
    expect(elements("option").map(({ textContent }) => textContent)).toEqual([
      "agent1 call · 30.0 s",
      "llmchat3 calls · total 3.00 s",
      "search1 error3 calls · total 3.00 s",
      "write1 call · 1.00 s",
    ]);
    expect(screen.getByText("4 steps · 8 calls")).toBeDefined();
    expect(selected()).toEqual(["agent1 call · 30.0 s"]);
  });

  it("selects the first call of a step, then the next one", async () => {
    await show();
    await userEvent.click(element("option", "search"));
    await userEvent.keyboard("{Enter}");
    expect(onSelect.mock.calls.flat()).toEqual(["search 0", "search 1"]);
    expect(selected()).toEqual(["search1 error3 calls · total 3.00 s"]);
    await userEvent.keyboard("nn");
    await userEvent.keyboard("{Shift>}n{/Shift}");
    expect(onSelect.mock.calls.flat().slice(2)).toEqual(["search 2", "search 0", "search 2"]);
    expect(screen.getByText("call 3 of 3")).toBeDefined();
    expect(screen.getByText("average 1.00 s · called by agent 3×")).toBeDefined();
  });

  it("expands the step of the selected call to its calls, and folds them", async () => {
    await show();
    await userEvent.click(element("option", "search"));
    await userEvent.keyboard("x");
    await waitFor(() => expect(elements("option")).toHaveLength(6));
    expect(selected()).toEqual(["search1 call · 1.00 s"]);
    await userEvent.click(screen.getByRole("button", { name: /^Fold the calls of this step/ }));
    await waitFor(() => expect(elements("option")).toHaveLength(4));
    expect(selected()).toEqual(["search1 error3 calls · total 3.00 s"]);
  });

  it.each([
    ["{ArrowDown}", "chat"],
    ["{ArrowDown}{ArrowDown}{ArrowUp}", "chat"],
    ["{End}{Home}", "agent"],
    ["jjk", "chat"],
    ["s", "search"],
    ["wr", "write"],
  ])("%s leads to %s", async (keys, name) => {
    await show();
    element("option", "agent").focus();
    await userEvent.keyboard(keys);
    expect(focused()).toBe(name);
    expect(onSelect).not.toHaveBeenCalled();
  });

  it("has a table of its steps and of the connections between them", async () => {
    await show();
    // Only the way back to the model closes the loop.
    const labels = [...document.querySelectorAll("text")].map(({ textContent }) => textContent);
    expect(labels).toEqual(["3×", "↺ 2×"]);
    await userEvent.click(screen.getByRole("button", { name: "Show as table: Graph" }));
    const connections = await screen.findByRole("table", { name: "Connections between steps" });
    expect(
      within(connections)
        .getAllByRole("row")
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual([
      "agentcallschat1—",
      "chatfollowed bysearch32 times",
      "searchfollowed bychat22 times",
      "searchfollowed bywrite1—",
    ]);
    expect(screen.getByRole("table", { name: "Steps" }).textContent).toContain("agent 3×");
  });

  it("has a step for each call if asked to", async () => {
    await show();
    await userEvent.click(screen.getByRole("radio", { name: "Call" }));
    await waitFor(() => expect(elements("option")).toHaveLength(8));
    expect(screen.getByText("8 steps · 8 calls")).toBeDefined();
  });

  it("says how many connections of a dense graph are drawn, and has all in the table", async () => {
    const names = Array.from({ length: 14 }, (_, n) => `step ${n}`);
    const pairs = names.flatMap((name) => names.flatMap((other) => [name, other]));
    const calls = pairs.map((name, n) => {
      const [from, to] = [n, n + 1].map((ms) => `2026-11-20T10:00:00.${String(ms).padStart(3, "0")}000Z`);
      return { ...call(`${n}`, name, "agent", 0), started_at: from, ended_at: to };
    });
    await show([call("agent", "agent", undefined, 0, { ended_at: at(30) }), ...calls]);
    const connections = new Set(pairs.slice(1).map((name, n) => `${pairs[n]} ${name}`)).size + 1;
    expect(
      screen.getByText(`150 of ${connections} connections drawn, the most frequent ones; all are in the table`),
    ).toBeDefined();
    expect(document.querySelectorAll("path[marker-end]")).toHaveLength(150);
    await userEvent.click(screen.getByRole("button", { name: "Show as table: Graph" }));
    const table = await screen.findByRole("table", { name: "Connections between steps" });
    expect(within(table).getAllByRole("row")).toHaveLength(connections + 1);
  });

  it("keeps what is drawn while calls come in, and adds them", async () => {
    const { rerender } = await show();
    rerender(<Page calls={[...rows, call("late", "check", "agent", 25)]} />);
    expect(elements("option")).toHaveLength(4);
    await waitFor(() => expect(elements("option")).toHaveLength(5));
  });

  it("says that a single call has no steps", () => {
    renderPage(<Page calls={[call("alone", "alone", undefined, 0)]} />);
    expect(screen.getByText("A single call has no steps")).toBeDefined();
  });

  it("shows the table where the graph cannot be drawn", async () => {
    const page = renderPage(<Page calls={[call("alone", "alone", undefined, 0)]} />);
    const workers: EventTarget[] = [];
    vi.stubGlobal(
      "Worker",
      class extends EventTarget {
        constructor() {
          super();
          workers.push(this);
        }
        postMessage() {}
        terminate() {}
      },
    );
    page.rerender(<Page />);
    act(() => {
      for (const worker of workers) worker.dispatchEvent(new Event("error"));
    });
    await waitFor(() => expect(screen.getByText(/Could not draw the graph/)).toBeDefined());
    expect(screen.getByRole("table", { name: "Steps" })).toBeDefined();
  });
});
