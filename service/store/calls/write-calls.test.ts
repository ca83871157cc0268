import { describe, expect, test } from "vitest";
import { type CallWrite, RANK } from "./call-write";
import { PROJECT, finished, json, readBack, start, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();

const START = { rank: RANK.start, started_at: "2026-11-20T08:00:00.000001Z", inputs: json('{"n":1.0}') };
const END = { rank: RANK.end, ended_at: "2026-11-20T08:00:02.500000Z", output: json("null") };
const UPDATE = { rank: RANK.update, display_name: "named" };

type Message = Partial<CallWrite> & { rank: CallWrite["rank"] };

async function arrive(id: string, batches: Message[][]): Promise<void> {
  const base = { project_id: PROJECT, id };
  for (const batch of batches)
    await opened().store.writeCalls(
      batch.map((message) =>
        message.rank === RANK.start ? { ...start({ id }), ...message } : { ...base, ...message },
      ),
    );
}

/** Each order once in one batch and once message by message. */
function orders(messages: Message[]): Message[][][] {
  const permutations = (rest: Message[]): Message[][] =>
    rest.length === 0
      ? [[]]
      : rest.flatMap((first) => permutations(rest.filter((m) => m !== first)).map((tail) => [first, ...tail]));
  return permutations(messages).flatMap((order) => [[order], order.map((message) => [message])]);
}

describe("merging", () => {
  test.each([
    { name: "start, end and update", messages: [START, END, UPDATE] },
    { name: "each of them twice", messages: [START, END, UPDATE, { ...START }] },
  ])("$name give the same call in every order", async ({ messages }) => {
    for (const batches of orders(messages)) {
      const id = unique("call");
      await arrive(id, batches);
      expect(await readBack(opened().store, id)).toMatchObject({
        id,
        op_name: "answer",
        display_name: "named",
        started_at: START.started_at,
        ended_at: END.ended_at,
        inputs: START.inputs,
        output: json("null"),
        attributes: json("{}"),
      });
    }
  });

  test.each<{ name: string; batches: Message[][]; expected: object }>([
    {
      name: "a later kind wins however late the earlier comes",
      batches: [
        [{ ...UPDATE, display_name: "update" }],
        [{ ...START, display_name: "start" }],
        [{ ...END, display_name: "end" }],
      ],
      expected: { display_name: "update" },
    },
    {
      name: "an end wins over a start in one batch",
      batches: [
        [
          { ...END, display_name: "end" },
          { ...START, display_name: "start" },
        ],
      ],
      expected: { display_name: "end" },
    },
    {
      name: "within a kind the later arrival wins",
      batches: [[START], [{ ...END, output: json("1") }], [{ ...END, output: json("2") }]],
      expected: { output: json("2") },
    },
    {
      name: "within a kind the later of a batch wins",
      batches: [[START, { ...END, output: json("1") }, { ...END, output: json("2") }]],
      expected: { output: json("2") },
    },
    {
      name: "a field left out erases nothing",
      batches: [[START, END], [{ rank: RANK.end, exception: "boom" }]],
      expected: { output: json("null"), exception: "boom", inputs: START.inputs },
    },
    {
      name: "JSON null is a value and replaces one",
      batches: [[START, { ...END, output: json("1") }], [{ ...END, output: json("null") }]],
      expected: { output: json("null") },
    },
    {
      name: "usage is replaced as a whole",
      batches: [
        [START, { rank: RANK.end, usage: { prompt_tokens: 1, completion_tokens: 2 }, model: "m" }],
        [{ rank: RANK.end, usage: { prompt_tokens: 3 } }],
      ],
      expected: {},
    },
  ])("$name", async ({ batches, expected }) => {
    const id = unique("call");
    await arrive(id, batches);
    expect(await readBack(opened().store, id)).toMatchObject(expected);
  });
});

test("the same ID in another trace is rejected; all other writes of the batch are stored", async () => {
  const { store } = opened();
  const [taken, refused, other] = [unique("call"), unique("call"), unique("call")];
  await store.writeCalls([finished({ id: refused, trace_id: "first" })]);
  expect(
    await store.writeCalls([
      finished({ id: taken }),
      finished({ id: refused, trace_id: "second", op_name: "changed" }),
      finished({ id: refused, trace_id: "first", display_name: "same trace" }),
      finished({ id: other, trace_id: "x" }),
      finished({ id: other, trace_id: "y" }),
    ]),
  ).toEqual([
    undefined,
    { code: "conflict", message: expect.stringContaining("trace") },
    undefined,
    undefined,
    { code: "conflict", message: expect.stringContaining("trace") },
  ]);
  expect(await readBack(store, refused)).toMatchObject({ op_name: "answer", display_name: "same trace" });
  expect(await readBack(store, other)).toMatchObject({ trace_id: "x" });
});
