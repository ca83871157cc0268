import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/contract/app-error";
import type { FieldError } from "@/lib/contract/field-errors";
import { jsonTextArbitrary } from "@/lib/json/json-arbitrary";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { JSON_DEPTH, TRAINING_CONFIG_CHARS, TRAINING_ERRORS, TRAJECTORY_BYTES } from "@/lib/contract/limits";
import { trainingJobRequest } from "@/lib/contract/training";
import { check, invalid } from "@/lib/contract/validate";
import { type CheckedJob, TrainingJobReader } from "./check-job";
import { asGroups, asJob, fullJob, minimalTrajectory, MODEL_ID } from "./test-jobs";

type Verdict = { code: string; message?: string; errors?: FieldError[] };

function verdictOf(read: () => unknown): Verdict | "taken" {
  try {
    read();
    return "taken";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, errors } = error;
    // The order in which invalid fields are listed is not defined.
    return errors
      ? { code, errors: errors.toSorted((a, b) => (a.path + a.message < b.path + b.message ? -1 : 1)) }
      : { code, message };
  }
}

function readWhole(text: string): void {
  let value: unknown;
  try {
    value = parseJson(text, slicePlan(trainingJobRequest));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new AppError(error.reason === "depth" ? "invalid" : "not_json", error.message);
  }
  const checked = check(trainingJobRequest, value);
  if ("errors" in checked) throw invalid(checked.errors);
}

function readChunks(body: string | Uint8Array, sizes: readonly number[] = [1 << 20]): CheckedJob {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const reader = new TrainingJobReader();
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    reader.push(bytes.slice(at, at + size));
    at += size;
  }
  return reader.finish();
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });

/** Pieces that are likely to break the scanner. */
const piece = fc.oneof(
  fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "\\",
    "0",
    "-",
    "e",
    " ",
    "\n",
    "null",
    "true",
    "{}",
    "[]",
    "[0]",
    "1e999",
    "NaN",
    "Infinity",
    "\u0000",
    "\ufeff",
    "é",
    "😀",
    '"\\ud800"',
    '"\\u00e9"',
    '"reward":1,',
    '"reward":"1",',
    '"model_id":null,',
    '"trajectories":[],',
    '"trajectory\\u005fgroups":[],',
    '"trajector\\u0069es":[{"reward":2}],',
    '"trajectory_groups":[{"trajectories":[0,{}]}],',
  ),
  jsonTextArbitrary,
);
const TEXTS = [asJob(), fullJob, asJob({ trajectory_groups: asGroups([], [minimalTrajectory]) })].flatMap((job) => [
  JSON.stringify(job),
  JSON.stringify(job, undefined, 1),
]);
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.integer({ min: 0, max: 12 }),
  put: piece,
});
const edited = fc.tuple(fc.constantFrom(...TEXTS), fc.array(edit, { maxLength: 3 })).map(([text, edits]) =>
  edits.reduce((made, { at, removed, put }) => {
    const place = Math.floor(at * made.length);
    return made.slice(0, place) + put + made.slice(place + removed);
  }, text),
);
/** Bodies with valid structure down to the trajectories, which can be anything. */
const shaped = fc
  .array(fc.array(jsonTextArbitrary, { maxLength: 4 }), { maxLength: 4 })
  .map(
    (groups) => `{"trajectory_groups":[${groups.map((items) => `{"trajectories":[${items.join(" , ")}]}`).join(",")}]}`,
  );

describe("reading in chunks", () => {
  test("gives the same result as reading the whole body, including paths and positions", () => {
    fc.assert(
      fc.property(fc.oneof(edited, edited, shaped, jsonTextArbitrary), sizes, (made, chunks) => {
        const text = made.toWellFormed();
        expect(verdictOf(() => readChunks(text, chunks))).toEqual(verdictOf(() => readWhole(text)));
      }),
      { numRuns: 3_000 },
    );
  });

  const deep = (levels: number) => `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`;
  const withMetadata = (text: string) => JSON.stringify(asJob()).replace('"reward":1', `"reward":1,"metadata":${text}`);
  const hostile: [string, string][] = [
    ["nothing", ""],
    ["white space", " \n"],
    ["no object", "[]"],
    ["groups by themselves", JSON.stringify(asGroups([minimalTrajectory]))],
    ["a byte order mark", `\ufeff${JSON.stringify(asJob())}`],
    ["two values", `${JSON.stringify(asJob())} {}`],
    ["cut in a trajectory", JSON.stringify(asJob()).slice(0, -30)],
    ["cut behind a trajectory", JSON.stringify(asJob()).slice(0, -4)],
    ["a key that contains an escape", JSON.stringify(asJob()).replace("trajectory_groups", "trajectory\\u005fgroups")],
    ["duplicate groups", `{"trajectory\\u005fgroups":[],${JSON.stringify(asJob()).slice(1)}`],
    ["duplicate trajectories", JSON.stringify(asJob()).replace('"trajectories"', '"trajectories":[],"trajectories"')],
    ["a key of a trajectory twice", JSON.stringify(asJob()).replace('"reward":1', '"reward":1,"reward":1')],
    ["as deep as may be", withMetadata(deep(JSON_DEPTH - 5))],
    ["too deep", withMetadata(deep(JSON_DEPTH - 4))],
    ["a tool too deep", JSON.stringify(fullJob).replace('{"type":"object"}', deep(JSON_DEPTH))],
    ["too deep outside", JSON.stringify(asJob()).replace("{", `{"a":${deep(JSON_DEPTH)},`)],
    ["a reward of NaN", JSON.stringify(asJob()).replace('"reward":1', '"reward":NaN')],
    ["a reward too large for a number", JSON.stringify(asJob()).replace('"reward":1', '"reward":1e999')],
    ["a lone surrogate in an escape", withMetadata('"\\ud800"')],
    ["a bracket that closes another", '{"trajectory_groups":[{"trajectories":[{]}]}'],
    ["brackets in strings", withMetadata('{"a":"]}\\"]}","]":"\\\\"}')],
    ["a comma before the first", JSON.stringify(asJob()).replace("[{", "[,{")],
    ["a comma behind the last", JSON.stringify(asJob()).replace("}]}]", "},]}]")],
    ["no comma between two", JSON.stringify(asJob()).replace("},{", "} {")],
  ];
  test.each(hostile)("%s", (_what, text) => {
    const whole = verdictOf(() => readWhole(text));
    for (const size of [1, 7, 1 << 20]) expect(verdictOf(() => readChunks(text, [size]))).toEqual(whole);
  });

  test.each([
    ["in a trajectory", '"2 + 2?"'],
    ["outside", '"trajectories"'],
  ])("what is not UTF-8 %s", (_where, near) => {
    const [before = "", after = ""] = JSON.stringify(asJob()).split(near);
    const bytes = Buffer.concat([Buffer.from(`${before}"`), Buffer.from([0xc3]), Buffer.from(`"${after}`)]);
    expect(verdictOf(() => readChunks(bytes))).toEqual({ code: "not_json", message: "The body is not valid UTF-8" });
  });
});

describe("the stored data of a job", () => {
  test("rewards and positions of its groups, its configuration as sent, its calls", () => {
    const text = JSON.stringify(fullJob).replace("0.000005", "5.0e-6").replace("0.5", "0.50");
    const job = readChunks(text, [11]);
    expect(job).toMatchObject({ model_id: MODEL_ID, trajectories: 3, flat_groups: 1 });
    expect(job.experimental_config?.text).toBe('{"learning_rate":5.0e-6,"precalculate_logprobs":true,"ppo":false}');
    expect(job.groups.map(({ rewards }) => rewards)).toEqual([[0.5, 1], [1]]);
    const second = job.groups[1];
    expect(text.slice(second?.start, second?.end)).toBe(JSON.stringify({ trajectories: [minimalTrajectory] }));
    expect([...job.calls].map(([project, ids]) => [project, [...ids]])).toEqual([["acme/support", ["c1"]]]);
  });

  test("a group of one, and one with equal rewards, have no training effect", () => {
    const rewarded = (...rewards: number[]) => rewards.map((reward) => ({ ...minimalTrajectory, reward }));
    const groups = asGroups(rewarded(1), rewarded(2, 2), rewarded(1, 2), rewarded(0, -0));
    expect(readChunks(JSON.stringify(asJob({ trajectory_groups: groups }))).flat_groups).toBe(3);
  });

  test("invalid refs are ignored; one call counts once", () => {
    const call_refs = [
      "core:///a/b/call/1",
      "weave:///a/b/call/1",
      "core:///a/c/call/2",
      "core:///a/b/object/x:v1",
      "x",
      7,
    ];
    const groups = asGroups([
      { ...minimalTrajectory, metadata: { call_refs } },
      { ...minimalTrajectory, metadata: { call_refs: "core:///a/b/call/3, core:///a/b/call/4 x" } },
    ]);
    const { calls } = readChunks(JSON.stringify(asJob({ trajectory_groups: groups })));
    expect([...calls].map(([project, ids]) => [project, [...ids]])).toEqual([
      ["a/b", ["1", "3", "4"]],
      ["a/c", ["2"]],
    ]);
  });

  test("the model is known as soon as it has been read", () => {
    const reader = new TrainingJobReader();
    const text = new TextEncoder().encode(` ${JSON.stringify(fullJob)}`);
    expect(reader.namedModelId).toBeUndefined();
    reader.push(text.subarray(0, 30));
    expect(reader.namedModelId).toBeUndefined();
    reader.push(text.subarray(30, 300));
    expect(reader.namedModelId).toBe(MODEL_ID);
  });
});

describe("bounds", () => {
  test("reports invalid paths, up to the limit", () => {
    const bad = Array.from({ length: TRAINING_ERRORS + 5 }, () => ({ ...minimalTrajectory, reward: "high" }));
    const path = (index: number) => `trajectory_groups[0].trajectories[${index}].reward`;
    const read = () => readChunks(JSON.stringify(asJob({ trajectory_groups: asGroups(bad) })));
    expect(verdictOf(read)).toMatchObject({ code: "invalid", errors: { length: TRAINING_ERRORS } });
    const named = [0, 1, 2].map((index) => `${path(index)}: must be a number, found a string`);
    expect(read).toThrow(`${named.join("; ")}; and at least ${TRAINING_ERRORS - 3} more`);
  });

  test.each([
    ["trajectory", '{"trajectory_groups":[{"trajectories":[{"a":"', "trajectory_groups[0].trajectories[0]"],
    ["frame", '{"a":"', "Content outside trajectories"],
  ])("a %s that is too large is rejected before all of it has arrived", (_what, before, named) => {
    const reader = new TrainingJobReader();
    reader.push(new TextEncoder().encode(before));
    const chunk = new Uint8Array(2 ** 20).fill(0x20);
    const push = () => {
      for (let sent = 0; sent <= TRAJECTORY_BYTES; sent += chunk.length) reader.push(chunk);
    };
    expect(push).toThrow(`${named} is larger than the limit of ${TRAJECTORY_BYTES} bytes (32 MiB)`);
  });

  test("a configuration is short enough for lists of jobs", () => {
    const job = (length: number) => asJob({ experimental_config: { a: "x".repeat(length - '{"a":""}'.length) } });
    expect(readChunks(JSON.stringify(job(TRAINING_CONFIG_CHARS))).experimental_config?.text.length).toBe(
      TRAINING_CONFIG_CHARS,
    );
    expect(verdictOf(() => readChunks(JSON.stringify(job(TRAINING_CONFIG_CHARS + 1))))).toEqual({
      code: "invalid",
      errors: [{ path: "experimental_config", message: `must have at most ${TRAINING_CONFIG_CHARS} characters` }],
    });
  });

  test.each([
    ["messages", (zeros: string) => `{"messages_and_choices":[${zeros}],"reward":1}`],
    ["trajectories", (zeros: string) => zeros],
  ])("millions of invalid %s are rejected like any others", (_what, of) => {
    const body = `{"trajectory_groups":[{"trajectories":[${of(`0${",0".repeat(999_999)}`)}]}]}`;
    expect(verdictOf(() => readChunks(body))).toMatchObject({ code: "invalid", errors: { length: TRAINING_ERRORS } });
  });

  test("holds at most one trajectory and the frame in memory", () => {
    const long = { ...minimalTrajectory, logs: ["x".repeat(100_000)] };
    const text = JSON.stringify(asJob({ trajectory_groups: asGroups(Array.from({ length: 50 }, () => long)) }));
    const bytes = new TextEncoder().encode(text);
    const reader = new TrainingJobReader();
    let most = 0;
    for (let at = 0; at < bytes.length; at += 16_384) {
      reader.push(bytes.subarray(at, at + 16_384));
      most = Math.max(most, reader.heldBytes);
    }
    expect(reader.finish().trajectories).toBe(50);
    expect(most).toBeLessThan(300_000);
  });
});
