import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { TRAINING_EVENTS_BYTES, TRAINING_LOG_BYTES } from "@/lib/contract/limits";
import { type Progress, progressSchema, recordEvents } from "./record-events";

const event = (type: string, data: string) => ({ type, data: new JsonText(data) });
const nothing = progressSchema.parse({ hasStarted: true });

describe("what events report of a job", () => {
  test.each<[string, [string, string][], object]>([
    ["how many steps there are", [["training_started", '{"total_steps":20,"num_sequences":20}']], { total_steps: 20 }],
    [
      "the last step",
      [
        ["gradient_step", '{"step":3}'],
        ["gradient_step", '{"step":2,"total_steps":9}'],
      ],
      { step: 2, total_steps: 9 },
    ],
    [
      "no step that is none",
      [
        ["y", '{"step":-1,"total_steps":"9"}'],
        ["gradient_step", '{"step":1.5}'],
        ["x", '{"step":1e400}'],
      ],
      {},
    ],
    ["nothing by its log", [["log", '{"step":7,"model":"m"}']], {}],
    [
      "the model that it left",
      [
        ["training_ended", '{"model":"m"}'],
        ["training_ended", '{"model":""}'],
      ],
      { trained_model: "m" },
    ],
  ])("%s", (_what, sent, wanted) => {
    const { write } = recordEvents(
      nothing,
      sent.map(([type, data]) => event(type, data)),
    );
    expect(write).toEqual({ ...wanted, events: sent.map(([type, data]) => event(type, data)), checkpoints: [] });
  });

  test.each([
    ['{"step":4,"metrics":{"loss":0.10},"model":"m"}', { step: 4, metrics: '{"loss":0.10}', model: "m" }],
    ['{"step":4,"loss":1e2,"note":"x"}', { step: 4, metrics: '{"loss":1e2}', model: undefined }],
    ['{"metrics":7}', { step: 3, metrics: '{"metrics":7}', model: undefined }],
  ])("a checkpoint: %s", (data, wanted) => {
    const { write } = recordEvents(nothing, [event("gradient_step", '{"step":3}'), event("checkpoint", data)]);
    const [checkpoint] = write.checkpoints ?? [];
    expect({ ...checkpoint, metrics: checkpoint?.metrics.text }).toEqual({ ...wanted, id: expect.any(String) });
  });

  test.each<[[string, string][], Partial<Progress>]>([
    [[["training_ended", "{}"]], { ended: "ended" }],
    [[["training_failed", '{"message":"no"}']], { ended: "failed", message: "no" }],
    [
      [
        ["training_failed", '{"error":"no"}'],
        ["training_ended", "{}"],
      ],
      { ended: "failed", message: "no" },
    ],
    [
      [
        ["training_ended", "{}"],
        ["training_failed", "{}"],
      ],
      { ended: "failed" },
    ],
  ])("how it ended: %j", (sent, wanted) => {
    const { progress } = recordEvents(
      nothing,
      sent.map(([type, data]) => event(type, data)),
    );
    expect({ ended: progress.ended, message: progress.message }).toEqual({ message: undefined, ...wanted });
  });
});

test.each([
  [
    "log",
    { logBytes: TRAINING_LOG_BYTES },
    "This job has reached the limit of 64 MiB of log output; further log output is not stored",
  ],
  [
    "gradient_step",
    { eventBytes: TRAINING_EVENTS_BYTES },
    "This job has reached the limit of 256 MiB of event data; further event data is not stored",
  ],
  [
    "log",
    { logBytes: TRAINING_LOG_BYTES - 300 },
    "This job has reached the limit of 64 MiB of log output; further log output is not stored",
  ],
])("beyond the limit a %s is not stored, which one message reports", (type, full, words) => {
  const first = recordEvents({ ...nothing, ...full }, [
    event(type, `{"text":"${"日".repeat(100)}"}`),
    event(type, '{"step":2}'),
  ]);
  expect(first.write.events).toEqual([
    { type: "log", data: new JsonText(JSON.stringify({ text: words, stream: "stderr" })) },
  ]);
  const second = recordEvents(first.progress, [event(type, '{"step":3}'), event("training_ended", "{}")]);
  // Clients wait for the end, so it has room.
  expect(second.write.events?.map((kept) => kept.type)).toEqual(["training_ended"]);
  expect(second.progress.ended).toBe("ended");
});
