// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { element } from "@/components/ui/test-elements";
import { renderPage } from "@/components/ui/test-page";
import { standInRelay } from "@/lib/client/test-relay";
import type { CallRow } from "@/lib/contract/calls";

import { treeLines } from "./test-lines";
import { readTrace } from "./trace-model";
import { SearchedTree } from "./trace-tree";

const now = Date.parse("2026-11-20T10:01:00Z");
const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, "0")}.000000Z`;

function call(
  id: string,
  parent: string | undefined,
  start: number,
  overview: Partial<CallRow["overview"]> = {},
): CallRow {
  return {
    id,
    trace_id: "t",
    parent_id: parent,
    op_name: id,
    started_at: at(start),
    ended_at: at(start + 1),
    overview: { status: "success", ...overview },
  };
}

const usage = { prompt_tokens: 300, completion_tokens: 4 };
const rows: CallRow[] = [
  call("agent", undefined, 0, { kind: "agent" }),
  call("plan", "agent", 1),
  call("chat", "plan", 2, { kind: "llm", model: "small-1", usage }),
  { ...call("search", "agent", 4, { kind: "tool" }), exception: "TimeoutError" },
  call("parse", "agent", 6),
];
const many = (count: number, parent: string) =>
  Array.from({ length: count }, (_, index) => call(`step ${index}`, parent, 1 + Math.floor((index * 50) / count)));

const onSelect = vi.fn<(id: string, passing: boolean) => void>();

const otherRows = [call("other agent", undefined, 0, { kind: "agent" }), call("other chat", "other agent", 1)];

interface PageProps {
  calls?: CallRow[];
  first?: string;
  onEnter?: (id: string) => void;
}

function Page({ calls = rows, first = "agent", onEnter }: PageProps) {
  const [selectedId, select] = useState(first);
  return (
    <>
      <button onClick={() => select("chat")}>Select chat</button>
      <button onClick={() => select("other agent")}>Select other trace</button>
      <SearchedTree
        projectId="acme/bot"
        trace={readTrace(selectedId.startsWith("other") ? otherRows : calls)}
        onEnter={onEnter}
        costs={new Map([["agent", { amounts: { USD: 0.25 }, unpriced: new Set<string>() }]])}
        selectedId={selectedId}
        now={now}
        hrefOf={(id) => `/acme/bot/calls/${id}`}
        onSelect={(id, passing) => {
          onSelect(id, passing);
          select(id);
        }}
      />
    </>
  );
}

const show = (props: Parameters<typeof Page>[0] = {}, search = "") => {
  onSelect.mockClear();
  return renderPage(<Page {...props} />, { search });
};
const { lines, names, selected, focused, press } = treeLines("a, [title].italic");

describe("lines", () => {
  it("are every call below its parent, with its level and its place among its siblings", () => {
    show();
    expect(names()).toEqual(["agent", "plan", "chat", "search", "parse"]);
    expect(
      lines().map((line) => ["level", "posinset", "setsize"].map((one) => line.getAttribute(`aria-${one}`))),
    ).toEqual([
      ["1", "1", "1"],
      ["2", "1", "3"],
      ["3", "1", "1"],
      ["2", "2", "3"],
      ["2", "3", "3"],
    ]);
    expect(screen.getByLabelText("Calls in this trace", { selector: "[role=treegrid]" }).ariaRowCount).toBe("6");
  });

  it("have tokens, cost and latency of a call with all below it", () => {
    show();
    const cells = [...element("row", "agent").querySelectorAll("[role=gridcell]")].map(
      ({ textContent }) => textContent,
    );
    expect(cells.slice(1, 4)).toEqual(["304", "$0.25", "1.00 s"]);
  });

  it("are links that open the call, and leave a click with Ctrl to the browser", async () => {
    show();
    const link = screen.getByText("search").closest("a");
    expect(link?.getAttribute("href")).toBe("/acme/bot/calls/search");
    await userEvent.click(screen.getByText("search"));
    expect(onSelect.mock.calls).toEqual([["search", false]]);
    expect(selected()).toEqual(["search"]);
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    await userEvent.keyboard("{Control>}[MouseLeft]{/Control}");
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it("hold the place of a parent that was not received", async () => {
    show({ calls: [call("orphan", "lost", 1)], first: "orphan" });
    expect(names()).toEqual(["parent not received yet", "orphan"]);
    expect(screen.getByText("1 call · 1 not received", { exact: false })).toBeDefined();
    await press("{Enter}", "parent not received");
    expect(onSelect).not.toHaveBeenCalled();
  });

  it("are in the document only near what is seen, and the selected one is", async () => {
    show({ calls: [call("agent", undefined, 0), ...many(3_000, "agent")], first: "step 2000" });
    await waitFor(() => expect(selected()).toEqual(["step 2000"]));
    expect(lines().length).toBeLessThan(80);
  });
});

describe("collapsing", () => {
  it("hides what is below, by its button, and shows it again", async () => {
    show();
    const toggle = () => element("row", "plan").querySelector("button") ?? document.body;
    expect(toggle().getAttribute("aria-label")).toBe("Collapse");
    await userEvent.click(toggle());
    expect(names()).toEqual(["agent", "plan", "search", "parse"]);
    expect(element("row", "plan").getAttribute("aria-expanded")).toBe("false");
    expect(onSelect).not.toHaveBeenCalled();
    await userEvent.click(toggle());
    expect(names()).toContain("chat");
  });

  it("of all calls leaves the root, and expanding all shows all", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Collapse all" }));
    expect(names()).toEqual(["agent"]);
    await userEvent.click(screen.getByRole("button", { name: "Expand all" }));
    expect(names()).toHaveLength(5);
  });

  it("gives way to a call that is selected elsewhere", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Collapse all" }));
    await userEvent.click(screen.getByText("Select chat"));
    expect(names()).toEqual(["agent", "plan", "chat", "search", "parse"]);
    expect(selected()).toEqual(["chat"]);
  });
});

describe("keyboard", () => {
  it.each([
    ["{ArrowDown}", "plan"],
    ["{ArrowDown}{ArrowDown}{ArrowUp}", "plan"],
    ["{End}", "parse"],
    ["{End}{Home}", "agent"],
    ["{ArrowRight}", "plan"],
    ["{End}{ArrowLeft}", "agent"],
    ["jjk", "plan"],
    ["{PageDown}", "parse"],
    ["s", "search"],
    ["se", "search"],
  ])("%s leads to %s", async (keys, name) => {
    show();
    await press(keys);
    await waitFor(() => expect(focused()).toBe(name));
  });

  it("moves on from a call that was clicked, and from one that was collapsed", async () => {
    show();
    await userEvent.click(screen.getByText("chat"));
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(() => expect(focused()).toBe("search"));
    await userEvent.click(element("row", "plan").querySelector("button") ?? document.body);
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(() => expect(focused()).toBe("search"));
  });

  it("selects only the call that it comes to a halt on", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    show();
    element("row", "agent").focus();
    for (let key = 0; key < 3; key += 1) fireEvent.keyDown(document.activeElement ?? document, { key: "ArrowDown" });
    expect(onSelect).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(onSelect.mock.calls).toEqual([["search", true]]);
  });

  it("opens the call with Enter", async () => {
    show();
    await press("{Enter}", "search");
    expect(onSelect.mock.calls).toEqual([["search", false]]);
  });

  it("keeps the focus when another trace is shown, and does not return to the former one", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    show();
    element("row", "agent").focus();
    fireEvent.keyDown(document.activeElement ?? document, { key: "ArrowDown" });
    fireEvent.click(screen.getByText("Select other trace"));
    act(() => void vi.advanceTimersByTime(1_000));
    expect(focused()).toBe("other agent");
    expect(selected()).toEqual(["other agent"]);
    fireEvent.keyDown(document.activeElement ?? document, { key: "ArrowDown" });
    expect(focused()).toBe("other chat");
  });

  it("does something else on Enter beside a list", async () => {
    const onEnter = vi.fn<(id: string) => void>();
    show({ onEnter });
    await press("{Enter}", "search");
    expect(onEnter.mock.calls).toEqual([["search"]]);
    await userEvent.click(screen.getByText("parse"));
    expect(onSelect.mock.calls).toEqual([["parse", false]]);
  });

  it("collapses with ArrowLeft, expands with ArrowRight, and all siblings with *", async () => {
    show();
    await press("{ArrowLeft}", "plan");
    expect(names()).toEqual(["agent", "plan", "search", "parse"]);
    await userEvent.keyboard("{ArrowRight}");
    expect(names()).toContain("chat");
    await userEvent.keyboard("{ArrowLeft}");
    await press("*", "parse");
    expect(names()).toContain("chat");
  });
});

describe("filters", () => {
  it("keep the calls that match, with those above them, and the count", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Filter" }));
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: /llm/ }));
    await waitFor(() => expect(names()).toEqual(["agent", "plan", "chat"]));
    expect(screen.getByText("1 of 5 calls")).toBeDefined();
    await userEvent.keyboard("{Escape}");
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(names()).toHaveLength(5));
  });

  it("come from the address, and may leave nothing", () => {
    show({}, "?show=error");
    expect(names()).toEqual(["agent", "search"]);
    show({ calls: [call("alone", undefined, 0)], first: "alone" }, "?show=tool");
    expect(screen.getByText("No calls of this trace match the filter.")).toBeDefined();
  });

  it("turn the critical path off and on", async () => {
    show();
    const marked = () => screen.queryAllByText(/on the critical path/).length;
    expect(marked()).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole("button", { name: "Critical path" }));
    expect(marked()).toBe(0);
    await press("p");
    expect(marked()).toBeGreaterThan(0);
  });
});

describe("search", () => {
  const calls = [call("agent", undefined, 0), ...many(12, "agent")];

  it("is offered in a trace of some calls", () => {
    show();
    expect(screen.queryByLabelText("Search the trace")).toBeNull();
  });

  it("steps through what it finds, and back", async () => {
    standInRelay({ "/calls/stream_query": new Response("") });
    show({ calls });
    await userEvent.type(screen.getByLabelText("Search the trace"), "step 1{Enter}");
    expect(await screen.findByText("1 of 3")).toBeDefined();
    expect(selected()).toEqual(["step 1"]);
    await userEvent.keyboard("{Enter}");
    expect(selected()).toEqual(["step 10"]);
    await userEvent.keyboard("{Shift>}{Enter}{Enter}{/Shift}");
    expect(selected()).toEqual(["step 11"]);
    await userEvent.clear(screen.getByLabelText("Search the trace"));
    await userEvent.type(screen.getByLabelText("Search the trace"), "nowhere");
    expect(await screen.findByText("No match")).toBeDefined();
  });

  it("finds contents, on the service", async () => {
    const requests = standInRelay({ "/calls/stream_query": new Response('{"id":"step 7"}\n{"id":"step 3"}\n') });
    show({ calls });
    await userEvent.type(screen.getByLabelText("Search the trace"), "parcel");
    await screen.findByText("2 calls");
    expect(requests.map(({ body }) => JSON.parse(body).filter)).toEqual([{ trace_ids: ["t"] }]);
    await userEvent.keyboard("{Enter}");
    expect(selected()).toEqual(["step 3"]);
    await userEvent.keyboard("{Enter}");
    expect(selected()).toEqual(["step 7"]);
  });
});

it("keeps the line at the top where it is while calls come in above it", async () => {
  const later = [call("agent", undefined, 0), ...many(300, "agent")];
  const { rerender } = show({ calls: later });
  const scroller = screen.getByLabelText("Calls in this trace", { selector: "[role=treegrid]" }).parentElement;
  if (!scroller) throw new Error("The tree has no scroller");
  scroller.scrollTo({ top: 28 * 100 });
  await waitFor(() => expect(lines().some((line) => line.dataset["index"] === "110")).toBe(true));
  const early = { ...call("early", "agent", 0), started_at: at(0) };
  rerender(<Page calls={[...later, early]} />);
  await waitFor(() => expect(scroller.scrollTop).toBe(28 * 101));
});
