import { beforeAll, describe, expect, test } from "vitest";
import { callRef } from "@/lib/contract/refs";
import { minimalStart } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/roots";
const AT = "2026-11-20T08:00:00Z";

type Sent = { id: string; parent?: string; prompt?: number; release?: string; model?: string };
/** Calls of each trace; the first is the root, whose parent never arrives in `orphan`. */
const TRACES: Record<string, Sent[]> = {
  // Two versions, the second used twice.
  mixed: [
    { id: "a" },
    { id: "a1", parent: "a", prompt: 1 },
    { id: "a2", parent: "a1", prompt: 2 },
    { id: "a3", parent: "a", prompt: 2 },
  ],
  single: [
    { id: "b", release: "own" },
    { id: "b1", parent: "b", prompt: 1, release: "of a step" },
  ],
  none: [{ id: "c" }, { id: "c1", parent: "c" }],
  orphan: [
    { id: "d", parent: "lost" },
    { id: "d1", parent: "d", prompt: 2, release: "r2" },
  ],
};
type Given = { on: string; type: string; output: number | boolean | string };
const FEEDBACK: Given[] = [
  ...[1, 0.5].map((output) => ({ on: "a", type: "quality", output })),
  { on: "a1", type: "quality", output: 0 },
  { on: "b", type: "quality", output: 0.25 },
  { on: "c", type: "quality", output: 0.75 },
  { on: "d", type: "quality", output: 0.125 },
  { on: "d", type: "stars", output: 5 },
  ...[true, true, false].map((output) => ({ on: "b", type: "safe", output })),
  { on: "a", type: "safe", output: false },
  { on: "a", type: "word", output: "good" },
];

beforeAll(async () => {
  for (const [trace, calls] of Object.entries(TRACES))
    for (const { id, parent, prompt, release } of calls) {
      const metadata = prompt === undefined ? {} : { metadata: { prompt_name: "p", prompt_version: prompt } };
      const attributes = { ...metadata, ...(release !== undefined && { release }) };
      const start = { ...minimalStart, project_id, id, trace_id: trace, started_at: AT, attributes };
      await service.post("/call/start", { start: { ...start, ...(parent !== undefined && { parent_id: parent }) } });
    }
  for (const { on, type, output } of FEEDBACK) {
    const core_ref = callRef(project_id, on);
    const made = await service.post("/feedback/create", {
      project_id,
      core_ref,
      feedback_type: type,
      payload: { value: output },
    });
    if (!made.ok) throw new Error(await made.text());
  }
});

async function totals(body: object): Promise<{ group?: Record<string, string>; feedback?: object }[]> {
  const range = { start: "2026-11-20T00:00:00Z", end: "2099-01-01T00:00:00Z", granularity: 86_400 * 36_500 };
  const answer = await service.post("/calls/stats", { project_id, ...range, ...body });
  expect(answer.status).toBe(200);
  return (await answer.json()).totals;
}

/** The same by plain code: of a root the most frequent value of its trace, of equally frequent ones the first. */
function valueOf(id: string, of: (call: Sent) => string | undefined): string | undefined {
  const calls = Object.values(TRACES).find((all) => all.some((call) => call.id === id)) ?? [];
  const own = calls.find((call) => call.id === id);
  const value = own && of(own);
  if (value !== undefined || calls[0]?.id !== id) return value;
  const values = calls.flatMap((call) => of(call) ?? []);
  const times = (one: string) => values.filter((other) => other === one).length;
  return [...new Set(values)].toSorted((a, b) => times(b) - times(a) || (a < b ? -1 : 1))[0];
}

describe.each([
  ["attributes.metadata.prompt_version", ({ prompt }: Sent) => prompt?.toString()],
  ["attributes.release", ({ release }: Sent) => release],
] as const)("feedback by %s", (field, of) => {
  test("of a root counts for the value of its trace", async () => {
    for (const groups of [undefined, 1, 2, 50]) {
      const feedback = { feedback_type: "quality" };
      const found = await totals({ group_by: [field], groups, feedback });
      const expected = new Map<string | undefined, number[]>();
      for (const { on, type, output } of FEEDBACK) {
        const value = valueOf(on, of);
        if (type === feedback.feedback_type) expected.set(value, [...(expected.get(value) ?? []), Number(output)]);
      }
      const listed = found.filter((one) => !("others" in one) && one.feedback);
      expect(listed).toHaveLength(Math.min(expected.size, groups ?? expected.size));
      for (const { group, feedback: counted } of listed) {
        const numbers = expected.get(group?.[field]) ?? [];
        const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
        expect(counted).toMatchObject({ count: numbers.length, numbers: numbers.length, mean });
      }
    }
  });
});

/** Feedback on the calls that meet a condition and, unless only these count, on the roots of their traces; by plain code. */
function countedOn(meets: (call: Sent) => boolean, onRoots: boolean): number[] {
  return Object.values(TRACES).flatMap((calls) => {
    const isCounted = (call: Sent) => meets(call) || (onRoots && call === calls[0] && calls.some(meets));
    const ids = new Set(calls.filter(isCounted).map(({ id }) => id));
    return FEEDBACK.flatMap(({ on, type, output }) => (type === "quality" && ids.has(on) ? [Number(output)] : []));
  });
}

describe.each([
  ["attributes.metadata.prompt_version", 1, ({ prompt }: Sent) => prompt === 1],
  ["attributes.metadata.prompt_version", 2, ({ prompt }: Sent) => prompt === 2],
  ["attributes.release", "own", ({ release }: Sent) => release === "own"],
  ["attributes.release", "r2", ({ release }: Sent) => release === "r2"],
  ["attributes.release", "none", () => false],
] as const)("with a filter for the calls whose %s is %s", (field, value, meets) => {
  const query = { $expr: { $eq: [{ $getField: field }, { $literal: value }] } };

  test.each([
    ["feedback on the roots of their traces counts", {}, true],
    ["feedback on them alone counts if that is asked for", { on_roots: false }, false],
  ])("%s", async (_, asked, onRoots) => {
    const [found] = await totals({ query, feedback: { feedback_type: "quality", ...asked } });
    const expected = countedOn(meets, onRoots);
    const mean = expected.reduce((sum, one) => sum + one, 0) / expected.length;
    expect(found?.feedback).toEqual(
      expected.length === 0 ? undefined : { count: expected.length, numbers: expected.length, mean },
    );
  });
});

test("true and false have a rate, and means of several types are not mixed", async () => {
  const byType = await totals({ group_by: ["feedback_type"], feedback: {} });
  const of = (type: string) => byType.find(({ group }) => group?.["feedback_type"] === `${type}`)?.feedback;
  expect(of("safe")).toEqual({ count: 4, numbers: 0, booleans: 4, rate: 0.5 });
  expect(of("stars")).toEqual({ count: 1, numbers: 1, mean: 5 });
  expect(of("word")).toEqual({ count: 1, numbers: 0 });
  const [all] = await totals({ feedback: {} });
  expect(all?.feedback).toEqual({ count: FEEDBACK.length, numbers: 7, booleans: 4, rate: 0.5 });
});
