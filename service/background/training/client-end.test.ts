import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { JobRefused, type RunnableJob, type Runner, type RunnerReport, type RunnerState } from "./runner";
import { useDispatcher } from "./test-dispatcher";

const training = useDispatcher();
const event = (type: string, data = "{}") => ({ type, data: new JsonText(data) });

const scripted = (script: Partial<Pick<Runner, "start" | "follow">>): Runner => ({
  kind: "ray",
  start: async () => ({}),
  follow: async (_job, state) => ({ events: [], state }),
  stop: async () => {},
  forget: async () => {},
  ...script,
});

const endOf = (job: { said: { type: string; data: string }[] }) =>
  job.said.map(({ type, data }) => [type, data]).at(-1);

test.each<
  [
    what: string,
    events: ReturnType<typeof event>[],
    status: "succeeded" | "failed" | "cancelled",
    wanted: [string, string],
  ]
>([
  ["succeeded in silence", [], "succeeded", ["training_ended", "{}"]],
  ["failed", [], "failed", ["training_failed", '{"message":"exit 3","error_message":"exit 3"}']],
  [
    "failed after it said that it ended",
    [event("training_ended")],
    "failed",
    ["training_failed", '{"message":"exit 3","error_message":"exit 3"}'],
  ],
  ["said so itself", [event("training_ended", '{"model":"m"}')], "succeeded", ["training_ended", '{"model":"m"}']],
  [
    "said why it failed",
    [event("training_failed", '{"message":"no"}')],
    "failed",
    ["training_failed", '{"message":"no","error_message":"no"}'],
  ],
])("the end of one that %s is reported to clients once", async (_what, events, status, wanted) => {
  const { id } = await training.queue();
  const failure = status === "failed" ? { reason: "exit 3" } : undefined;
  const follow = async (_job: RunnableJob, state: RunnerState): Promise<RunnerReport> => ({
    events,
    state,
    end: { status, failure },
  });
  training.start(scripted({ follow }));
  const job = await training.ended(id);
  expect(endOf(job)).toEqual(wanted);
  expect(job.said.filter(({ type, data }) => type === wanted[0] && data === wanted[1])).toHaveLength(1);
});

test("a job that could never start, and one canceled in the queue, are reported to clients as ended", async () => {
  const { id, project_id } = await training.queue();
  await training.store.cancelTrainingJob({ id, project_id });
  expect(endOf(await training.read(id))).toEqual([
    "training_failed",
    '{"message":"The job was canceled","error_message":"The job was canceled"}',
  ]);
  const other = await training.queue();
  training.start(scripted({ start: () => Promise.reject(new JobRefused("no such entrypoint")) }));
  expect(endOf(await training.ended(other.id))).toEqual([
    "training_failed",
    '{"message":"no such entrypoint","error_message":"no such entrypoint"}',
  ]);
});
