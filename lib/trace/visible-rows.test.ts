import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { buildSpanTree } from "./span-tree";
import { ancestorIds, countLevels, flattenVisible, withAncestors } from "./visible-rows";

const row = (id: string, parent?: string): CallRow => ({ id, trace_id: "t", started_at: `2026`, parent_id: parent });
const tree = buildSpanTree([row("a"), row("b", "a"), row("c", "b"), row("d", "a"), row("e")]);

describe("flattenVisible", () => {
  const cases: { collapsed: string[]; kept?: string[]; lines: string[] }[] = [
    { collapsed: [], lines: ["a 1 1/2 open", "b 2 1/2 open", "c 3 1/1", "d 2 2/2", "e 1 2/2"] },
    { collapsed: ["b"], lines: ["a 1 1/2 open", "b 2 1/2 closed", "d 2 2/2", "e 1 2/2"] },
    { collapsed: ["a", "c", "unknown"], lines: ["a 1 1/2 closed", "e 1 2/2"] },
    { collapsed: [], kept: ["d"], lines: ["a 1 1/1 open", "d 2 1/1"] },
    { collapsed: ["b"], kept: ["b", "c"], lines: ["a 1 1/1 open", "b 2 1/1 closed"] },
    { collapsed: [], kept: [], lines: [] },
  ];

  it.each(cases)("with $collapsed closed and $kept kept", ({ collapsed, kept, lines }) => {
    const some = kept && withAncestors(kept.flatMap((id) => tree.byId.get(id) ?? []));
    const shown = flattenVisible(tree, new Set(collapsed), some).map((line) => {
      const state = line.isParent ? (line.isExpanded ? " open" : " closed") : "";
      return `${line.node.id} ${line.level} ${line.position}/${line.setSize}${state}`;
    });
    expect(shown).toEqual(lines);
  });

  it("counts the levels", () => {
    expect([countLevels(tree), countLevels({ roots: [] })]).toEqual([3, 0]);
  });

  it("names the ancestors to open, the nearest first", () => {
    const node = tree.byId.get("c");
    expect(node && ancestorIds(node)).toEqual(["b", "a"]);
  });
});
