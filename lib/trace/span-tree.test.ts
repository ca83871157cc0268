import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { buildSpanTree, childrenFirst, parentsFirst, type SpanNode } from "./span-tree";

function row(id: string, parent?: string, more: Partial<CallRow> = {}): CallRow {
  return { id, trace_id: "t", started_at: "2026-11-20T08:00:00.000000Z", parent_id: parent, ...more };
}

/** `a(b c(d))`, a placeholder as `?x`. */
function draw(nodes: readonly SpanNode[]): string {
  return nodes
    .map(({ id, row: own, children }) => `${own ? "" : "?"}${id}${children.length > 0 ? `(${draw(children)})` : ""}`)
    .join(" ");
}

const later = (seconds: number) => ({ started_at: `2026-11-20T08:00:0${seconds}.000000Z` });

describe("buildSpanTree", () => {
  const cases: { name: string; rows: CallRow[]; tree: string; missing?: number }[] = [
    { name: "nothing", rows: [], tree: "" },
    { name: "children before the parent", rows: [row("c", "b"), row("b", "a"), row("a")], tree: "a(b(c))" },
    {
      name: "siblings by start, then id",
      rows: [row("a"), row("z", "a", later(1)), row("y", "a", later(2)), row("b", "a", later(1))],
      tree: "a(b z y)",
    },
    {
      name: "one placeholder for all children of a parent that has not come",
      rows: [row("b", "gone"), row("c", "gone"), row("d", "lost")],
      tree: "?gone(b c) ?lost(d)",
      missing: 2,
    },
    { name: "its own parent", rows: [row("a", "a"), row("b", "a")], tree: "a(b)" },
    {
      name: "a loop begins at its first call and keeps what hangs on it",
      rows: [row("c", "b", later(3)), row("b", "a", later(1)), row("a", "c", later(2)), row("d", "a", later(4))],
      tree: "b(c(a(d)))",
    },
    {
      name: "a parent of another trace",
      rows: [row("a"), row("b", "a", { trace_id: "other" })],
      tree: "a b",
    },
    { name: "of two with one id the last counts", rows: [row("a"), row("b"), row("b", "a")], tree: "a(b)" },
    { name: "names of Object's own", rows: [row("__proto__"), row("x", "__proto__")], tree: "__proto__(x)" },
  ];

  it.each(cases)("$name", ({ rows, tree, missing = 0 }) => {
    const built = buildSpanTree(rows);
    expect(draw(built.roots)).toBe(tree);
    expect(built.missing).toBe(missing);
  });

  it("contains every call exactly once, for any parents", () => {
    const id = fc.integer({ min: 0, max: 12 }).map(String);
    const rows = fc.uniqueArray(fc.record({ id, parent_id: fc.option(id, { nil: undefined }) }), {
      selector: (one) => one.id,
    });
    fc.assert(
      fc.property(rows, (some) => {
        const tree = buildSpanTree(some.map((one) => row(one.id, one.parent_id)));
        const visited = [...parentsFirst(tree)].map((node) => node.id);
        expect(visited.toSorted()).toEqual([...tree.byId.keys()].toSorted());
        expect(new Set(visited).size).toBe(visited.length);
        for (const one of some) expect(tree.byId.get(one.id)?.row?.id).toBe(one.id);
        for (const node of childrenFirst(tree)) for (const child of node.children) expect(child.parent).toBe(node);
      }),
    );
  });

  it("handles a chain of 100,000 calls without recursion", () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => row(`${index}`, index > 0 ? `${index - 1}` : undefined));
    const tree = buildSpanTree(rows);
    expect(tree.roots.map(({ id }) => id)).toEqual(["0"]);
    expect(childrenFirst(tree)).toHaveLength(100_000);
  });
});
