import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { isAdjacent, mergeHead, replaceRows, runningIds, unseenRows } from "./call-pages";

const row = (id: string, status: "running" | "success" = "success"): CallRow => ({ id, overview: { status } });
const page = (...rows: CallRow[]) => ({ rows, readAt: 1 });
const list = (...pages: ReturnType<typeof page>[]) => ({ pages, pageParams: pages.map(() => 0) });

describe("the live list", () => {
  it("replaces what changed where it stands, and nothing else", () => {
    const before = list(page(row("a"), row("b", "running")), page(row("c")));
    const after = replaceRows(before, [row("b"), row("c"), row("new")]);
    expect(after.pages.map(({ rows }) => rows)).toEqual([[row("a"), row("b")], [row("c")]]);
    expect(after.pages[1]).toBe(before.pages[1]);
    expect(replaceRows(after, [row("b"), row("c")])).toBe(after);
  });

  const merges: { name: string; pages: string[][]; head: string[]; merged: string[][] }[] = [
    {
      name: "new rows on top",
      pages: [["c", "d"], ["e"]],
      head: ["a", "b", "c"],
      merged: [["a", "b", "c", "d"], ["e"]],
    },
    {
      name: "a late row in its order",
      pages: [["a", "c"], ["d"]],
      head: ["a", "b", "c"],
      merged: [["a", "b", "c"], ["d"]],
    },
    {
      name: "a row that no longer matches",
      pages: [["a", "x", "b", "c"]],
      head: ["a", "b", "c"],
      merged: [["a", "b", "c"]],
    },
    { name: "a short head is all there is", pages: [["a", "x"], ["y"]], head: ["a"], merged: [["a"]] },
    { name: "a gap", pages: [["d"], ["e"]], head: ["a", "b", "c"], merged: [["a", "b", "c"]] },
    { name: "the first rows", pages: [[]], head: ["a"], merged: [["a"]] },
    {
      name: "rows that moved up a page",
      pages: [
        ["b", "c"],
        ["a", "d"],
      ],
      head: ["a", "b", "c"],
      merged: [["a", "b", "c"], ["d"]],
    },
    { name: "no list yet", pages: [], head: ["a"], merged: [] },
  ];

  it.each(merges)("merges $name", ({ pages, head, merged }) => {
    const before = list(...pages.map((ids) => page(...ids.map((id) => row(id)))));
    const rows = head.map((id) => row(id));
    const after = mergeHead(before, rows, 3);
    expect(after.pages.map((each) => each.rows.map(({ id }) => id))).toEqual(merged);
    expect(after.pageParams).toHaveLength(after.pages.length);
    expect(mergeHead(after, rows, 3)).toBe(after);
  });

  it("knows which rows are new", () => {
    expect(unseenRows([page(row("a")), page(row("b"))], [row("n"), row("a"), row("b")])).toEqual([row("n")]);
  });

  it("looks after running rows that the head does not have", () => {
    const pages = [page(row("a", "running"), row("b")), page(row("c", "running"))];
    expect(runningIds(pages, [row("a")])).toEqual(["c"]);
  });

  const heads: { name: string; pages: CallRow[][]; head: string[]; is: boolean }[] = [
    { name: "meets the list", pages: [[row("a")]], head: ["n", "a"], is: true },
    { name: "is shorter than a page", pages: [[row("a")]], head: ["n"], is: true },
    { name: "leaves a gap", pages: [[row("a")]], head: ["n", "m"], is: false },
    { name: "is all there is", pages: [[]], head: ["n", "m"], is: true },
  ];

  it.each(heads)("a head that $name: adjacent $is", ({ pages, head, is }) => {
    expect(
      isAdjacent(
        pages.map((rows) => page(...rows)),
        head.map((id) => row(id)),
        2,
      ),
    ).toBe(is);
  });
});
