import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { endEvent, forClients } from "./client-events";

test.each<[what: string, type: string, data: string, wanted: [string, string][]]>([
  [
    "the start says how many steps follow",
    "training_started",
    '{"total_steps":20}',
    [["training_started", '{"total_steps":20,"num_sequences":20}']],
  ],
  [
    "a start that counts its sequences stays as it is",
    "training_started",
    '{"num_sequences": 3}',
    [["training_started", '{"num_sequences": 3}']],
  ],
  ["a start without a number", "training_started", "{}", [["training_started", '{"num_sequences":0}']]],
  [
    "nested metrics are named as their curves",
    "gradient_step",
    '{"step":1,"reward":{"mean":0.50,"max":1}}',
    [["gradient_step", '{"step":1,"reward.mean":0.50,"reward.max":1}']],
  ],
  [
    "what is no number is a note",
    "gradient_step",
    '{"step":2,"loss":"NaN","note":"warm","of":null,"list":[1]}',
    [
      ["note", '{"step":2,"note":"warm","list":[1]}'],
      ["gradient_step", '{"step":2,"loss":"NaN","of":"NaN"}'],
    ],
  ],
  [
    "a failure has its message under both names",
    "training_failed",
    '{"error":"no"}',
    [["training_failed", '{"error":"no","message":"no","error_message":"no"}']],
  ],
  ["any other event stays as it is", "sample", '{"text": "a"}', [["sample", '{"text": "a"}']]],
])("%s", (_what, type, data, wanted) => {
  const made = forClients({ type, data: new JsonText(data) }, true);
  expect(made.map((one) => [one.type, one.data.text])).toEqual(wanted);
});

test("a step before any start is preceded by one", () => {
  const made = forClients({ type: "gradient_step", data: new JsonText('{"step":1,"total_steps":9}') }, false);
  expect(made.map((one) => [one.type, one.data.text])).toEqual([
    ["training_started", '{"total_steps":9,"num_sequences":9}'],
    ["gradient_step", '{"step":1,"total_steps":9}'],
  ]);
});

test.each([
  [{ status: "succeeded" as const }, "training_ended", undefined],
  [{ status: "failed" as const, failure: { reason: "exit 3" } }, "training_failed", "exit 3"],
  [{ status: "cancelled" as const }, "training_failed", "The job was canceled"],
])("%j ends with %s", (end, type, message) => {
  const event = endEvent(end);
  expect([event.type, JSON.parse(event.data.text).error_message]).toEqual([type, message]);
});
