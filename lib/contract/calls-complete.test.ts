import { describe, expect, test } from "vitest";
import { callsCompleteRequest } from "./calls-complete";
import { problemsOf, readBody } from "./test-body";
import { fullEnd, fullStart, minimalEnd, minimalStart } from "./test-examples";

const minimal = { ...minimalStart, ...minimalEnd };
const full = { ...fullStart, ...fullEnd };

test("a full call is read whole", () => {
  const [call] = readBody(callsCompleteRequest, { batch: [full] }).batch;
  expect(Object.keys(call ?? {}).toSorted()).toEqual(Object.keys(full).toSorted());
  expect(call).toMatchObject({ ext_run_step: 3, ext_run_step_end: 4, started_at: "2026-11-20T08:40:45.487000Z" });
  expect(call?.inputs?.text).toBe(JSON.stringify(full.inputs));
});

test.each([[[]], [[minimal]], [[{ ...minimal, unknown: 1, otel_dump: null }]]])("%j holds", (batch) => {
  expect(problemsOf(callsCompleteRequest, { batch })).toEqual([]);
});

describe("a failing example for each rule", () => {
  test.each([
    [{ id: undefined }, "id", "is required"],
    [{ started_at: undefined }, "started_at", "is required"],
    [{ started_at: null }, "started_at", "must be a string, found null"],
    [{ ended_at: undefined }, "ended_at", "is required"],
    [{ op_name: "" }, "op_name", "must not be empty"],
    [{ inputs: [] }, "inputs", "expected a JSON object, found an array"],
    [{ ext_run_step_end: 0.5 }, "ext_run_step_end", "must be a whole number, found a number"],
  ])("%j", (fields, path, message) => {
    expect(problemsOf(callsCompleteRequest, { batch: [{ ...minimal, ...fields }] })).toEqual([
      { path: `batch[0].${path}`, message },
    ]);
  });
});
