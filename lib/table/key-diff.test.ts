import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { changedPaths, chooseKey, type DiffRow, pairByKey } from "./key-diff";

const row = (change: "removed" | "added", text: string, at = 0): DiffRow => ({
  change,
  digest: text,
  original_index: at,
  val: new JsonText(text),
});
const removed = (text: string) => row("removed", text);
const added = (text: string) => row("added", text);

/** Each row as a word and its value. */
const shown = (rows: readonly DiffRow[], key: string[]) =>
  pairByKey(rows, key).rows.map((each) =>
    each.change === "changed"
      ? `${each.before.val.text} → ${each.after.val.text}`
      : `${each.change === "added" ? "+" : "-"}${each.val.text}`,
  );

describe("pairByKey", () => {
  it.each<[string, DiffRow[], string[], string[]]>([
    [
      "rows with the same key",
      [removed('{"id":1,"v":1}'), added('{"id":1,"v":1.0}')],
      ["id"],
      ['{"id":1,"v":1} → {"id":1,"v":1.0}'],
    ],
    ["rows that changed places", [added('{"id":1,"v":2}'), removed('{"id":1}')], ["id"], ['{"id":1} → {"id":1,"v":2}']],
    [
      "keys of two columns",
      [removed('{"a":1,"b":1}'), added('{"a":1,"b":2}')],
      ["a", "b"],
      ['-{"a":1,"b":1}', '+{"a":1,"b":2}'],
    ],
    [
      "keys with all their digits",
      [removed('{"id":12345678901234567890}'), added('{"id":12345678901234567891}')],
      ["id"],
      ['-{"id":12345678901234567890}', '+{"id":12345678901234567891}'],
    ],
    [
      "a nested key, and one with a dot",
      [removed('{"a":{"b":1},"c.d":1}'), added('{"c.d":1,"a":{"b":1},"e":1}')],
      ["a.b", "c\\.d"],
      ['{"a":{"b":1},"c.d":1} → {"c.d":1,"a":{"b":1},"e":1}'],
    ],
    [
      "a key with the name of an object's prototype",
      [removed('{"__proto__":1}'), added('{"__proto__":1,"v":1}')],
      ["__proto__"],
      ['{"__proto__":1} → {"__proto__":1,"v":1}'],
    ],
    [
      "no rows without a key",
      [removed("1"), added("2"), removed('{"id":null}'), added('{"id":null,"v":1}')],
      ["id"],
      ["-1", "+2", '-{"id":null}', '+{"id":null,"v":1}'],
    ],
    [
      "no repeated keys",
      [removed('{"id":1}'), added('{"id":1,"v":1}'), added('{"id":1,"v":2}')],
      ["id"],
      ['-{"id":1}', '+{"id":1,"v":1}', '+{"id":1,"v":2}'],
    ],
  ])("pairs %s", (_what, rows, key, pairs) => {
    expect(shown(rows, key)).toEqual(pairs);
  });

  it("counts what it pairs, and why it does not", () => {
    const rows = [
      removed('{"id":1}'),
      added('{"id":1,"v":1}'),
      removed('{"id":2}'),
      removed('{"id":2,"v":1}'),
      added("{}"),
    ];
    expect(pairByKey(rows, ["id"])).toMatchObject({ changed: 1, removed: 2, added: 1, repeated: 2, keyless: 1 });
  });
});

it("names the values that differ", () => {
  const before = new JsonText('{"id":1,"a":{"b":1,"c":[1, 2]},"gone":1}');
  const after = new JsonText('{"a":{"c":[1,2],"b":1.0},"id":1,"new":null}');
  expect(changedPaths(before, after)).toEqual(["a.b", "gone", "new"]);
});

describe("chooseKey", () => {
  const rows = [removed('{"v":1,"id":7,"question":"a"}'), added('{"v":2,"id":7,"question":"a"}')];
  it.each<[string, string[], (path: string) => boolean, string | undefined]>([
    ["pairs most, and is a usual key", ["v", "question", "id"], () => true, "id"],
    ["is unique in both tables", ["v", "question", "id"], (path) => path !== "id", "question"],
    ["identifies rows, even if it pairs none", ["v"], () => true, "v"],
    ["exists", ["", "none"], () => true, undefined],
  ])("chooses a column that %s", (_what, paths, isUnique, key) => {
    expect(chooseKey(rows, paths, isUnique)).toBe(key);
  });
});
