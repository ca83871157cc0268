import { expect, test, vi } from "vitest";
import { parseRef } from "@/lib/contract/refs";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { resolveRefs } from "./resolve-refs";

const MIB = 2 ** 20;
const objectsOf = (value: (name: string) => string) => {
  const reads: string[][] = [];
  return {
    reads,
    store: {
      readObjectValues: async (_project: string, keys: readonly { object_id: string }[]) => {
        reads.push(keys.map(({ object_id }) => object_id));
        return keys.map(({ object_id }) => new JsonText(value(object_id)));
      },
      readTableValues: async () => [],
      readCall: async () => undefined,
    },
  };
};
const refsTo = (names: readonly string[], path = "") =>
  names.map((name) => parseRef(`core:///a/b/object/${name}:v0${path}`));

test("a value is read and parsed once, whatever number of refs leads into it", async () => {
  const { store, reads } = objectsOf(() => '{"list":[1,2,3]}');
  const parse = vi.spyOn(JsonNode, "parse");
  try {
    const refs = Array.from({ length: 300 }, (_, at) => refsTo(["one"], `/attr/list/index/${at % 3}`)).flat();
    const held: number[] = [];
    const values = await resolveRefs(store, refs, (bytes) => void held.push(bytes));
    expect(values.map(({ text }) => text)).toEqual(refs.map((_, at) => String((at % 3) + 1)));
    expect([reads, held, parse.mock.calls.length]).toEqual([[["one"]], [16], 1]);
  } finally {
    parse.mockRestore();
  }
});

test("small values are read in few queries, and large ones in many", async () => {
  const names = Array.from({ length: 300 }, (_, at) => `o${at}`);
  const small = objectsOf(() => "1");
  expect(await resolveRefs(small.store, refsTo(names), () => {})).toHaveLength(300);
  expect(small.reads.map(({ length }) => length)).toEqual([4, 256, 40]);
  const large = objectsOf(() => `"${"x".repeat(5 * MIB)}"`);
  await resolveRefs(large.store, refsTo(names.slice(0, 8)), () => {});
  expect(large.reads.map(({ length }) => length)).toEqual([4, 1, 1, 1, 1]);
});

test.each([
  ["read", Array.from({ length: 10 }, (_, at) => `o${at}`), "/attr/a/attr/b"],
  ["returned", Array.from({ length: 10 }, () => "same"), ""],
])("values of more than 64 MiB are not %s", async (_what, names, path) => {
  const { store } = objectsOf(() => `{"a":"${"x".repeat(8 * MIB)}"}`);
  await expect(resolveRefs(store, refsTo(names, path), () => {})).rejects.toMatchObject({
    code: "too_large",
    message: "The values of the refs have more than 64 MiB; request fewer of them at once",
  });
});

test("refs are refused when their values get no memory", async () => {
  const { store } = objectsOf(() => "1");
  const none = () => Promise.reject(new Error("no memory"));
  await expect(resolveRefs(store, refsTo(["one"]), none)).rejects.toThrow("no memory");
});
