import { describe, expect, it } from "vitest";
import {
  isAdjacent,
  type ListPage,
  type ListShape,
  mergeHead,
  replaceRows,
  uniqueRows,
  unseenRows,
} from "./list-pages";

interface Row {
  id: string;
  version: number;
}

/** `b2` is the second version of the row `b`. */
const row = (text: string): Row => ({ id: text.slice(0, 1), version: Number(text.slice(1) || 1) });
const rows = (text: string) => text.split(" ").filter(Boolean).map(row);
const page = (text: string, hasMore = true): ListPage<Row> => ({ rows: rows(text), readAt: 1, hasMore });
const list = (...texts: string[]) => ({ pages: texts.map((text) => page(text)), pageParams: texts.map((_, n) => n) });
const written = (all: readonly Row[]) =>
  all.map(({ id, version }) => (version === 1 ? id : `${id}${version}`)).join(" ");
const shape: ListShape<Row, ListPage<Row>> = {
  idOf: ({ id }) => id,
  pageRows: 3,
  restart: (first, head) => ({ ...first, rows: head, hasMore: head.length === 3 }),
};

describe("a list that grows", () => {
  it("replaces only changed rows, in place", () => {
    const before = list("a b", "c");
    const after = replaceRows(shape, before, rows("b2 c n"));
    expect(after.pages.map((each) => written(each.rows))).toEqual(["a b2", "c"]);
    expect(after.pages[1]).toBe(before.pages[1]);
    expect(replaceRows(shape, after, rows("b2 c"))).toBe(after);
  });

  it.each([
    { name: "new rows on top", pages: ["c d", "e"], head: "a b c", merged: ["a b c d", "e"] },
    { name: "a late row in its order", pages: ["a c", "d"], head: "a b c", merged: ["a b c", "d"] },
    { name: "a row that no longer matches", pages: ["a x b c"], head: "a b c", merged: ["a b c"] },
    { name: "a short head is all there is", pages: ["a x", "y"], head: "a", merged: ["a"] },
    { name: "a gap", pages: ["d", "e"], head: "a b c", merged: ["a b c"] },
    { name: "the first rows", pages: [""], head: "a", merged: ["a"] },
    { name: "rows that moved up a page", pages: ["b c", "a d"], head: "a b c", merged: ["a b c", "d"] },
    { name: "a row that moved up from the end", pages: ["c b d", "e a"], head: "a2 c b", merged: ["a2 c b d", "e"] },
    {
      name: "a row that moved up and left a new last one",
      pages: ["c b", "a"],
      head: "a2 n c",
      merged: ["a2 n c b", ""],
    },
    { name: "a new row at the end of the head", pages: ["a b", "d"], head: "a b c", merged: ["a b c", "d"] },
    { name: "no list yet", pages: [], head: "a", merged: [] },
  ])("merges $name", ({ pages, head, merged }) => {
    const after = mergeHead(shape, list(...pages), rows(head));
    expect(after.pages.map((each) => written(each.rows))).toEqual(merged);
    expect(after.pageParams).toHaveLength(after.pages.length);
    expect(mergeHead(shape, after, rows(head))).toBe(after);
  });

  it("keeps whether more can be read", () => {
    const before = { pages: [page("a b c"), page("d e", false)], pageParams: [0, 1] };
    const ends = (head: string) => mergeHead(shape, before, rows(head)).pages.at(-1)?.hasMore;
    expect([ends("e a b"), ends("x y z"), ends("a")]).toEqual([false, true, false]);
  });

  it("keeps a row that is on two pages only at its first position", () => {
    expect(written(uniqueRows(shape, [page("c3 b2"), page("b a")]))).toBe("c3 b2 a");
  });

  it("knows which rows are new", () => {
    expect(written(unseenRows(shape, [page("a"), page("b")], rows("n a b")))).toBe("n");
  });

  it.each([
    { name: "meets the list", pages: ["a"], head: "n m a", is: true },
    { name: "is shorter than a page", pages: ["a"], head: "n", is: true },
    { name: "leaves a gap", pages: ["a"], head: "n m l", is: false },
    { name: "is all there is", pages: [""], head: "n m l", is: true },
  ])("a head that $name: adjacent $is", ({ pages, head, is }) => {
    expect(isAdjacent(shape, list(...pages).pages, rows(head))).toBe(is);
  });
});
