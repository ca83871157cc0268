import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "@/lib/contract/app-error";
import { JsonText } from "@/lib/json/text";
import { JobRefused, type RunnableJob, type Runner, type RunnerReport, type RunnerState } from "./runner";
import { useDispatcher } from "./test-dispatcher";

const training = useDispatcher();

/** A runner whose jobs are in the state that the test sets. */
class ScriptedRunner implements Runner {
  readonly kind: Runner["kind"];
  readonly starts: string[] = [];
  readonly stops: string[] = [];
  readonly forgets: string[] = [];
  follows = 0;
  readonly #script: Partial<Pick<Runner, "start" | "follow" | "stop">>;

  constructor(script: Partial<Pick<Runner, "start" | "follow" | "stop">>, kind: Runner["kind"] = "ray") {
    this.#script = script;
    this.kind = kind;
  }

  async start(job: RunnableJob, signal: AbortSignal): Promise<RunnerState> {
    this.starts.push(job.id);
    return (await this.#script.start?.(job, signal)) ?? {};
  }

  async follow(job: RunnableJob, state: RunnerState): Promise<RunnerReport> {
    this.follows += 1;
    return (await this.#script.follow?.(job, state)) ?? { events: [], state };
  }

  async stop(job: RunnableJob, state: RunnerState | undefined): Promise<void> {
    this.stops.push(job.id);
    await this.#script.stop?.(job, state);
  }

  async forget(job: RunnableJob): Promise<void> {
    this.forgets.push(job.id);
  }
}

const event = (type: string, data = "{}") => ({ type, data: new JsonText(data) });
const ends = (status: "succeeded" | "failed" | "cancelled", events = [event("log")]) => ({
  follow: async (_job: RunnableJob, state: RunnerState): Promise<RunnerReport> => ({ events, state, end: { status } }),
});
const reasonOf = (job: Readonly<Record<string, unknown>>): unknown => JSON.parse(String(job.failure))?.reason;

test("fifty jobs of two dispatchers: each is begun once, and no more at once than are allowed", async () => {
  const keys = await Promise.all(Array.from({ length: 50 }, () => training.queue()));
  const runner = new ScriptedRunner(ends("succeeded"));
  let atOnce = 0;
  let most = 0;
  const counted = new ScriptedRunner({
    async start(job, signal) {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await runner.start(job, signal);
      return {};
    },
    async follow(job, state) {
      atOnce -= 1;
      return runner.follow(job, state);
    },
  });
  for (const machine of ["one", "other"])
    training.start(counted, { concurrency: 3, holder: { machine, process: machine } });
  await Promise.all(keys.map(({ id }) => training.ended(id)));
  expect(runner.starts.toSorted()).toEqual(keys.map(({ id }) => id).toSorted());
  expect(most).toBeLessThanOrEqual(6);
});

describe("a beginning that fails", () => {
  test("permanently ends the job with the reason", async () => {
    const { id } = await training.queue();
    const start = () => Promise.reject(new JobRefused("no such entrypoint"));
    training.start(new ScriptedRunner({ start }));
    const job = await training.ended(id);
    expect([job.status, reasonOf(job), job.started_at === null]).toEqual(["failed", "no such entrypoint", false]);
  });

  test("temporarily is retried, with the reason why it waits", async () => {
    const { id } = await training.queue();
    let isAway = true;
    const start = async () => {
      if (isAway) throw new Error("Ray does not answer");
      return {};
    };
    training.start(new ScriptedRunner({ start, ...ends("succeeded") }), { times: { startMs: 60_000 } });
    await training.until(id, (job) => job.waits_for === "Ray does not answer" && job.status === "queued");
    isAway = false;
    expect(await training.ended(id)).toMatchObject({ status: "succeeded", waits_for: null });
  });

  test("in Ray does not keep it from a program, once one is configured instead", async () => {
    const { id } = await training.queue();
    const start = () => Promise.reject(new Error("Ray does not answer"));
    const first = training.start(new ScriptedRunner({ start }), {
      times: { startMs: 60_000 },
      holder: { machine: "here 1", process: "1" },
    });
    await training.until(id, (job) => job.waits_for === "Ray does not answer");
    await first.stop();
    await training.change(id, "held_until = now() - interval '1 hour'");
    training.start(new ScriptedRunner(ends("succeeded"), "command"), { holder: { machine: "here 2", process: "2" } });
    expect(await training.ended(id)).toMatchObject({ status: "succeeded", runner: "command", failure: null });
  });

  test("for too long ends the job", async () => {
    const { id } = await training.queue();
    const start = () => Promise.reject(new Error("Ray does not answer"));
    training.start(new ScriptedRunner({ start }));
    const job = await training.ended(id);
    expect([job.status, reasonOf(job)]).toEqual(["failed", "The job could not be started: Ray does not answer"]);
  });
});

test("a runner that does not respond is polled again, and given up after too long", async () => {
  const { id } = await training.queue();
  let asked = 0;
  const follow = async (_job: RunnableJob, state: RunnerState) => {
    asked += 1;
    if (asked < 3) throw new Error("away");
    return { events: [event("gradient_step", '{"step":1}')], state, end: { status: "succeeded" as const } };
  };
  const { stop } = training.start(new ScriptedRunner({ follow }));
  expect(await training.ended(id)).toMatchObject({ status: "succeeded", step: "1" });
  await stop();
  const other = await training.queue();
  training.start(new ScriptedRunner({ follow: () => Promise.reject(new Error("away")) }));
  const job = await training.ended(other.id);
  expect([job.status, reasonOf(job)]).toEqual(["failed", expect.stringContaining(": away")]);
});

test("a temporary failure to store does not affect the runner: the job continues", async () => {
  const { id } = await training.queue();
  const { store } = training;
  const writeRun = store.writeRun.bind(store);
  onTestFinished(() => void (store.writeRun = writeRun));
  let isFull = true;
  store.writeRun = async (...given) => {
    if (isFull && given[2].events?.length === 1) throw new AppError("storage_full", "the disk is full");
    return writeRun(...given);
  };
  const follow = async (_job: RunnableJob, { at }: RunnerState): Promise<RunnerReport> =>
    at ? { events: [], state: { at }, end: { status: "succeeded" } } : { events: [event("said")], state: { at: 1 } };
  const runner = new ScriptedRunner({ follow });
  training.start(runner, { times: { unreachableMs: 0 } });
  await vi.waitFor(() => expect(runner.follows).toBeGreaterThan(3), 25_000);
  isFull = false;
  expect(await training.ended(id)).toMatchObject({
    status: "succeeded",
    said: [{ type: "said" }, { type: "training_ended" }],
  });
  expect(runner.stops).toEqual([]);
});

describe("a job that is to stop", () => {
  /** Runs until it is stopped. */
  const stoppable = (events = [event("log")]) => {
    const stopped = new Set<string>();
    return new ScriptedRunner({
      async follow(job, state) {
        if (!stopped.has(job.id)) return { events: [], state };
        return { events, state, end: { status: "failed", failure: { reason: "killed" } } };
      },
      async stop(job) {
        stopped.add(job.id);
      },
    });
  };

  test("is cancelled", async () => {
    const { id } = await training.queue();
    const runner = stoppable();
    training.start(runner);
    await training.until(id, ({ status }) => status === "running");
    await training.change(id, "cancel_asked_at = now()");
    expect(await training.ended(id)).toMatchObject({ status: "cancelled" });
    expect(runner.forgets).toEqual([id]);
  });

  test("had done all it should: it has succeeded", async () => {
    const { id } = await training.queue();
    training.start(stoppable([event("training_ended", '{"model":"m"}')]));
    await training.until(id, ({ status }) => status === "running");
    await training.change(id, "cancel_asked_at = now()");
    expect(await training.ended(id)).toMatchObject({ status: "succeeded", trained_model: "m" });
  });

  test("before it has begun is never begun", async () => {
    const { id } = await training.queue();
    let tried = () => {};
    const isTried = new Promise<void>((resolve) => (tried = resolve));
    const start = () => {
      tried();
      return Promise.reject(new Error("away"));
    };
    const runner = new ScriptedRunner({ start });
    training.start(runner, { times: { startMs: 60_000 } });
    await isTried;
    await training.change(id, "cancel_asked_at = now()");
    expect(await training.ended(id)).toMatchObject({ status: "cancelled" });
    expect(runner.stops.length).toBeGreaterThan(0);
  });

  test("before it has begun, and has no runner any more, is cancelled", async () => {
    const { id, project_id } = await training.queue();
    const start = () => Promise.reject(new Error("away"));
    const { stop } = training.start(new ScriptedRunner({ start }), { times: { startMs: 60_000 } });
    await training.until(id, (job) => job.waits_for === "away");
    await stop();
    await training.store.cancelTrainingJob({ project_id, id });
    await training.change(id, "held_until = now() - interval '1 hour'");
    training.start(undefined);
    expect(await training.ended(id)).toMatchObject({ status: "cancelled" });
  });

  test("before anything was tried is cancelled at once, whoever had it", async () => {
    const { id, project_id } = await training.queue();
    await training.store.takeRun({ machine: "gone", process: "1" }, "ray", true);
    await training.store.cancelTrainingJob({ project_id, id });
    expect(await training.read(id)).toMatchObject({ status: "queued" });
    await training.change(id, "held_until = now() - interval '1 s'");
    await training.store.cancelTrainingJob({ project_id, id });
    expect(await training.read(id)).toMatchObject({ status: "cancelled" });
  });

  test("before it has started, and cannot be reached, is given up", async () => {
    const { id } = await training.queue();
    const away = () => Promise.reject(new Error("away"));
    training.start(new ScriptedRunner({ start: away, stop: away }), { times: { startMs: 60_000, stopMs: 50 } });
    await training.until(id, (job) => job.waits_for === "away");
    await training.change(id, "cancel_asked_at = now()");
    const job = await training.ended(id);
    expect([job.status, reasonOf(job)]).toEqual(["cancelled", "The job could not be started: away"]);
  });

  test("since it is silent has failed", async () => {
    const { id } = await training.queue();
    training.start(stoppable(), { silenceLimitSeconds: 60 });
    await training.until(id, ({ status }) => status === "running");
    await training.change(id, "started_at = now() - interval '61 s'");
    const job = await training.ended(id);
    expect([job.status, reasonOf(job)]).toEqual(["failed", "Stopped after 60 s without events or log output"]);
  });

  test("for its inactivity is first polled for events of the time when nobody followed it", async () => {
    const { id } = await training.queue();
    const first = training.start(new ScriptedRunner({}));
    await training.until(id, ({ status }) => status === "running");
    await first.stop();
    await training.change(id, "started_at = now() - interval '2 hours', last_event_at = now() - interval '2 hours'");
    const steps = ["1", "2", "3"];
    const runner = new ScriptedRunner({
      async follow(_job, state) {
        const step = steps.shift();
        if (step === undefined) return { events: [], state, end: { status: "succeeded" } };
        return { events: [event("gradient_step", `{"step":${step}}`)], state };
      },
    });
    training.start(runner);
    expect(await training.ended(id)).toMatchObject({ status: "succeeded", step: "3" });
    expect(runner.stops).toEqual([]);
  });

  test("and does not is given up in the end", async () => {
    const { id } = await training.queue();
    training.start(new ScriptedRunner({}), { times: { stopMs: 50 } });
    await training.until(id, ({ status }) => status === "running");
    await training.change(id, "cancel_asked_at = now()");
    const job = await training.ended(id);
    expect([job.status, reasonOf(job)]).toEqual([
      "cancelled",
      "The runner was asked to stop the job but did not confirm that it stopped; it may still be running. Check the runner.",
    ]);
  });
});

describe("a job of a process that has ended", () => {
  test("in order is continued at once, and not started again", async () => {
    const { id } = await training.queue();
    const first = training.start(
      new ScriptedRunner({ start: async () => ({ at: 7 }), follow: async (_job, state) => ({ events: [], state }) }),
    );
    await training.until(id, ({ status }) => status === "running");
    await first.stop();
    const second = new ScriptedRunner({
      follow: async (_job, state) => ({
        events: [event("seen", JSON.stringify(state))],
        state,
        end: { status: "succeeded" },
      }),
    });
    training.start(second, { holder: { machine: "elsewhere", process: "9" } });
    expect(await training.ended(id)).toMatchObject({
      status: "succeeded",
      said: [{ type: "seen", data: '{"at":7}' }, { type: "training_ended" }],
    });
    expect(second.starts).toEqual([]);
  });

  test("without the response to its last write stores its events once", async () => {
    const { id } = await training.queue();
    const { store } = training;
    const writeRun = store.writeRun.bind(store);
    onTestFinished(() => void (store.writeRun = writeRun));
    let isLost = false;
    let isNoticed = false;
    store.writeRun = async (...given) => {
      const isWritten = await writeRun(...given);
      isNoticed ||= !isWritten;
      if (isLost || given[2].events?.length !== 1) return isWritten;
      isLost = true;
      throw new Error("the connection was lost");
    };
    const words = ["one", "two"];
    const follow = async (_job: RunnableJob, { at = 0 }: RunnerState): Promise<RunnerReport> => {
      const word = words[Number(at)];
      if (word === undefined) return { events: [], state: { at }, end: { status: "succeeded" } };
      return { events: [event(word)], state: { at: Number(at) + 1 } };
    };
    training.start(new ScriptedRunner({ follow }));
    await vi.waitFor(() => expect(isNoticed).toBe(true), 25_000);
    await training.change(id, "held_until = now() - interval '1 s'");
    const job = await training.ended(id);
    expect(job.said.map(({ type }) => type)).toEqual([...words, "training_ended"]);
  });

  test("that another process has claimed writes nothing more", async () => {
    const { id } = await training.queue();
    const asked: ((report: RunnerReport) => void)[] = [];
    const first = new ScriptedRunner({ follow: () => new Promise((resolve) => void asked.push(resolve)) });
    const { stop } = training.start(first);
    await vi.waitFor(() => expect(asked).toHaveLength(1), 25_000);
    // No lease is longer than two of those that are given.
    await training.change(id, "held_by = 'elsewhere/9', held_until = now() + interval '20 s'");
    for (const say of asked) say({ events: [event("late")], state: {}, end: { status: "failed" } });
    await stop();
    await training.change(id, "held_until = now() - interval '1 s'");
    training.start(new ScriptedRunner(ends("succeeded", [event("mine")])));
    expect(await training.ended(id)).toMatchObject({
      status: "succeeded",
      said: [{ type: "mine" }, { type: "training_ended" }],
    });
  });

  test.each([
    ["of another kind", new ScriptedRunner({}, "service")],
    ["of none", undefined],
  ])("ends where the runner is now %s", async (_what, runner) => {
    const { id } = await training.queue();
    const first = training.start(new ScriptedRunner({}));
    await training.until(id, ({ status }) => status === "running");
    await first.stop();
    await training.change(id, "held_until = now() - interval '1 hour'");
    training.start(runner);
    const job = await training.ended(id);
    expect([job.status, reasonOf(job)]).toEqual(["failed", 'The job\'s runner, "ray", is no longer configured']);
  });

  test("and ended, but left something: it is removed", async () => {
    const { id } = await training.queue();
    const runner = new ScriptedRunner({});
    await training.change(id, "status = 'failed', ended_at = now(), runner_state = '{}', runner = 'ray'");
    training.start(runner);
    await training.ended(id);
    expect(runner.forgets).toEqual([id]);
    expect(runner.starts).toEqual([]);
  });
});

test("available events are read without a pause", async () => {
  const { id } = await training.queue();
  let asked = 0;
  const follow = async (_job: RunnableJob, state: RunnerState): Promise<RunnerReport> => {
    asked += 1;
    return asked < 4 ? { events: [], state, hasMore: true } : { events: [], state, end: { status: "succeeded" } };
  };
  training.start(new ScriptedRunner({ follow }), { times: { pollMs: 600_000 } });
  expect(await training.ended(id)).toMatchObject({ status: "succeeded" });
});

test("without a runner a job waits, and begins once there is one", async () => {
  const { id } = await training.queue();
  const { dispatcher, stop } = training.start(undefined);
  await vi.waitFor(() => expect(dispatcher.counts.queued).toBe(1), 30_000);
  await stop();
  expect(await training.read(id)).toMatchObject({ status: "queued", held_by: null });
  training.start(new ScriptedRunner(ends("succeeded")));
  expect(await training.ended(id)).toMatchObject({ status: "succeeded" });
});
