import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import type { CallKind, CallStatus } from "@/lib/contract/call-kinds";
import { alignedInOrder, type AlignedNode, alignTrees, differencesOf, firstDivergence } from "./align";
import { buildSpanTree } from "./span-tree";

interface Sketch {
  name: string;
  kind?: CallKind;
  status?: CallStatus;
  output?: string;
  model?: string;
  children?: Sketch[];
}

/** `plan(chat, tool)` as sketches. */
function trace(prefix: string, sketches: readonly Sketch[], parent?: string): CallRow[] {
  return sketches.flatMap(({ name, kind, status = "success", output, model, children = [] }, index) => {
    const id = `${parent ?? prefix}.${index}`;
    const row: CallRow = {
      id,
      trace_id: prefix,
      parent_id: parent,
      op_name: name,
      started_at: `2026-11-20T08:00:00.0000${String(index).padStart(2, "0")}Z`,
      overview: { status, kind, model, output_preview: output },
    };
    return [row, ...trace(prefix, children, id)];
  });
}

const align = (a: readonly Sketch[], b: readonly Sketch[]) =>
  alignTrees(buildSpanTree(trace("a", a)).roots, buildSpanTree(trace("b", b)).roots);

const side = (node: AlignedNode["a"]) => node?.row?.op_name ?? "";
function draw(nodes: readonly AlignedNode[]): string {
  return nodes
    .map((node) => {
      const [a, b] = [side(node.a), side(node.b)];
      const name = a === b ? a : b === "" ? `-${a}` : a === "" ? `+${b}` : `${a}>${b}`;
      return `${name}${node.children.length > 0 ? `(${draw(node.children)})` : ""}`;
    })
    .join(" ");
}

const names = (...all: string[]): Sketch[] => all.map((name) => ({ name }));

describe("alignTrees", () => {
  const cases: { name: string; a: Sketch[]; b: Sketch[]; drawn: string }[] = [
    { name: "the same", a: names("x", "y"), b: names("x", "y"), drawn: "x y" },
    { name: "one more", a: names("x", "z"), b: names("x", "y", "z"), drawn: "x +y z" },
    { name: "one less", a: names("x", "y", "z"), b: names("x", "z"), drawn: "x -y z" },
    { name: "repeats", a: names("x", "x", "y"), b: names("x", "y", "x"), drawn: "x -x y +x" },
    {
      name: "calls of one kind under another name",
      a: [{ name: "openai.chat", kind: "llm" }, { name: "t" }],
      b: [{ name: "s" }, { name: "anthropic.chat", kind: "llm" }, { name: "t" }],
      drawn: "+s openai.chat>anthropic.chat t",
    },
    {
      name: "below what only one has",
      a: [{ name: "r", children: names("x") }],
      b: [{ name: "r", children: [{ name: "y", children: names("x") }] }],
      drawn: "r(-x +y(+x))",
    },
    {
      name: "another version of an operation",
      a: names("weave:///e/p/op/run:v1"),
      b: names("weave:///e/p/op/run:v2"),
      drawn: "weave:///e/p/op/run:v1>weave:///e/p/op/run:v2",
    },
    {
      name: "two roots of different names",
      a: [{ name: "draft", children: names("x", "y") }],
      b: [{ name: "answer", children: names("x") }],
      drawn: "draft>answer(x -y)",
    },
    { name: "nothing on one side", a: [], b: names("x"), drawn: "+x" },
  ];

  it.each(cases)("$name", ({ a, b, drawn }) => {
    expect(draw(align(a, b))).toBe(drawn);
  });

  it("has every call of both exactly once, and pairs a trace with itself", () => {
    const sketch = fc.letrec<{ list: Sketch[]; below: Sketch[] }>((tie) => ({
      list: fc.array(fc.record({ name: fc.constantFrom("x", "y", "z"), children: tie("below") }), { maxLength: 4 }),
      below: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.constant<Sketch[]>([]), tie("list")),
    })).list;
    fc.assert(
      fc.property(sketch, sketch, (a, b) => {
        const places = [...alignedInOrder(align(a, b))];
        const idsOf = (of: "a" | "b") => places.flatMap((place) => place[of]?.id ?? []).toSorted(byText);
        expect(idsOf("a")).toEqual(
          trace("a", a)
            .map(({ id }) => id)
            .toSorted(byText),
        );
        expect(idsOf("b")).toEqual(
          trace("b", b)
            .map(({ id }) => id)
            .toSorted(byText),
        );
        expect([...alignedInOrder(align(a, a))].flatMap(differencesOf)).toEqual([]);
      }),
    );
  });

  it("aligns thousands of siblings that have nothing in common, and a chain of 50,000", () => {
    const many = (name: string) => Array.from({ length: 3_000 }, (_, n) => ({ name: `${name}${n}` }));
    expect(align(many("x"), [...many("y"), { name: "x7" }])).toHaveLength(6_000);
    const chain: CallRow[] = Array.from({ length: 50_000 }, (_, n) => ({
      id: `${n}`,
      trace_id: "t",
      op_name: "x",
      parent_id: n > 0 ? `${n - 1}` : undefined,
    }));
    const { roots } = buildSpanTree(chain);
    expect([...alignedInOrder(alignTrees(roots, roots))]).toHaveLength(50_000);
  });
});

describe("firstDivergence", () => {
  const failed: Sketch = {
    name: "r",
    status: "descendant_error",
    children: [{ name: "x" }, { name: "y", status: "error" }],
  };
  const fine: Sketch = { name: "r", children: names("x", "y") };
  const cases: { name: string; a: Sketch[]; b: Sketch[]; at: string | undefined }[] = [
    { name: "none", a: [fine], b: [fine], at: undefined },
    { name: "where it began, not where it shows", a: [fine], b: [failed], at: "y" },
    {
      name: "nor where it was thrown on",
      a: [fine],
      b: [{ ...failed, status: "error" }],
      at: "y",
    },
    {
      name: "the call of another model, not the root that tells of it",
      a: [{ name: "r", model: "m", children: [{ name: "x", model: "m" }, { name: "y" }] }],
      b: [{ name: "r", model: "n", children: [{ name: "x", model: "n" }] }],
      at: "x",
    },
    { name: "the first that only one has", a: [fine], b: [{ name: "r", children: names("x", "new", "y") }], at: "new" },
    {
      name: "the first leaf with another output",
      a: [{ name: "r", output: "1", children: [{ name: "x", output: "1" }] }],
      b: [{ name: "r", output: "2", children: [{ name: "x", output: "2" }] }],
      at: "x",
    },
  ];

  it.each(cases)("$name", ({ a, b, at }) => {
    const found = firstDivergence(align(a, b));
    expect(found && (side(found.a) || side(found.b))).toBe(at);
  });
});

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
