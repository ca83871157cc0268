import { expect, test } from "vitest";
import { slicePlan } from "@/lib/json/slice-plan";
import { parseJson, parseJsonInTurns } from "@/lib/json/slice";
import { tableCreateRequest } from "@/lib/contract/tables";
import { countTurns } from "@/lib/limit/test-turns";
import { CHARS_AT_ONCE, ITEMS_AT_ONCE, mapInTurns, nextTurn, sortInTurns, Turns } from "@/lib/limit/turns";

test("a long list is mapped in order, in turns with other work", async () => {
  const items = Array.from({ length: 40 * ITEMS_AT_ONCE }, (_, place) => place);
  const { result, turns } = await countTurns(() => mapInTurns(items, (item, place) => item + place));
  expect(result.at(-1)).toBe(2 * (items.length - 1));
  expect(turns).toBeGreaterThanOrEqual(40);
});

test("a long list is sorted as usual, in turns with other work", async () => {
  const items = Array.from({ length: 60_001 }, (_, place) => ({ key: (place * 7_919) % 1_009, place }));
  const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
  const { result, turns } = await countTurns(() => sortInTurns(items, compare));
  expect(result).toEqual(items.toSorted(compare));
  expect(turns).toBeGreaterThanOrEqual(100);
  expect(await sortInTurns([], compare)).toEqual([]);
});

test("of several long tasks one has its turn between two turns of other work", async () => {
  const log: string[] = [];
  const task = async (name: string) => {
    for (let step = 0; step < 3; step += 1) {
      await nextTurn();
      log.push(name);
    }
  };
  let isRunning = true;
  const other = () => {
    log.push("-");
    if (isRunning) setImmediate(other);
  };
  setImmediate(other);
  await Promise.all(["a", "b", "c"].map(task));
  isRunning = false;
  expect(log.join("")).not.toMatch(/[abc]{2}/);
  expect(log.filter((name) => name === "a")).toHaveLength(3);
});

test("a payload of megabytes is parsed in turns, one that is nested too deeply as well", async () => {
  const plan = slicePlan(tableCreateRequest);
  const bodies = [
    JSON.stringify(Array.from({ length: 100_000 }, () => ["x".repeat(20)])),
    `[${"[".repeat(600)}${"]".repeat(600)},"${"x".repeat(1_000)}"]`,
  ].map((row) => `{"table":{"project_id":"acme/a","rows":[{"a":${row}}]}}`);
  for (const text of bodies) {
    const pauses = new Turns(CHARS_AT_ONCE);
    const { result, turns } = await countTurns(() => parseJsonInTurns(text, plan, (chars) => pauses.after(chars)));
    expect(result).toEqual(parseJson(text, plan));
    expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / (2 * CHARS_AT_ONCE)));
  }
});

test("a large body is parsed as usual, in turns with other work", async () => {
  const rows = Array.from({ length: 60_000 }, (_, place) => ({ place, text: "x".repeat(50), deep: [[{ a: null }]] }));
  const text = JSON.stringify({ table: { project_id: "acme/a", rows } });
  const plan = slicePlan(tableCreateRequest);
  const pauses = new Turns(CHARS_AT_ONCE);
  const { result, turns } = await countTurns(() => parseJsonInTurns(text, plan, (chars) => pauses.after(chars)));
  expect(result).toEqual(parseJson(text, plan));
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / (2 * CHARS_AT_ONCE)));
});

test.each([
  '{"a":[1,{"b":2}],"__proto__":{"c":[]}}',
  "[]",
  "{}",
  " 1 ",
  '"x"',
  "[[[[1]]]]",
  '{"a":{"a":{"a":{"a":1}}}}',
])("%s is parsed the same in turns", async (text) => {
  expect(await parseJsonInTurns(text, undefined, () => undefined)).toEqual(parseJson(text));
});

test.each(['{"a":1,"a":2}', '{"b":[{"a":1,"a":2}]}', "[1,]", "{", "[1] 2", `${"[".repeat(600)}${"]".repeat(600)}`])(
  "the error for %s is the same in turns",
  async (text) => {
    const errorOf = async (parse: () => unknown) => {
      try {
        await parse();
      } catch (error) {
        return error;
      }
      throw new Error("it was parsed");
    };
    const inTurns = await errorOf(() => parseJsonInTurns(text, undefined, () => undefined));
    expect(inTurns).toEqual(await errorOf(() => parseJson(text)));
  },
);
