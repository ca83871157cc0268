import { Quarantine } from "@/service/background/leases/quarantine";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, expect, vi } from "vitest";
import type { RunHolder } from "@/service/store/training/runs-store";
import { type StoredJob, type TestTraining, useTraining } from "@/service/store/training/test-training";
import { createRemoteRunner } from "./create-runner";
import { CommandRunner } from "./command-runner";
import { Dispatcher } from "./dispatcher";
import type { Runner, RunnerFacts } from "./runner";
import { runnerConfig } from "./runner-config";
import type { RunTimes } from "./run";
import { Runners, type UsedRunner } from "./runners";

/** Long, since other test files use the same cores; it limits tests that hang. */
const WAIT_OPTIONS = { timeout: 50_000, interval: 10 };
const TIMES: RunTimes = { pollMs: 10, startMs: 300, unreachableMs: 300, stopMs: 20_000 };

type Started = { dispatcher: Dispatcher; stop: () => Promise<void> };

/** For tests: dispatchers over one database, which are stopped after each test. */
export type TestDispatcher = TestTraining & {
  start(
    runner: Runner | Runners | undefined,
    options?: Partial<RunnerFacts> & { times?: Partial<RunTimes>; holder?: RunHolder },
  ): Started;
  /** Runs `node -e <program>` for each job; it has `job`, its request, and `say(type, data)`. */
  command(
    program: string,
    options?: { folder?: string; machine?: string; command?: string[]; stopTimeoutMs?: number },
  ): CommandRunner;
  /** Waits for the job's end. */
  ended(id: string): Promise<StoredJob>;
  until(id: string, holds: (job: StoredJob) => boolean): Promise<StoredJob>;
  /** Folder of all jobs. */
  readonly folder: string;
};

/** A runner that is configured, or none. */
export const fixedRunners = (configured: UsedRunner | undefined) =>
  new Runners({ configured, create: createRemoteRunner });

export function useDispatcher(): TestDispatcher {
  const training = useTraining();
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-training-"));
  const started: Started[] = [];
  const logger = pino({ level: "silent" });
  afterEach(async () => {
    await Promise.all(started.splice(0).map(({ stop }) => stop()));
    await training.clear();
    rmSync(folder, { recursive: true, force: true });
  });
  const until = async (id: string, holds: (job: StoredJob) => boolean) =>
    vi.waitFor(async () => {
      const job = await training.read(id);
      if (!holds(job)) throw new Error(`the job is ${JSON.stringify(job)}`);
      return job;
    }, WAIT_OPTIONS);
  return Object.assign(training, {
    folder,
    start(runner, { times, holder, ...facts } = {}) {
      const stopping = new AbortController();
      const dispatcher = new Dispatcher({
        store: training.store,
        runners:
          runner instanceof Runners
            ? runner
            : fixedRunners(
                runner && { runner, facts: { kind: runner.kind, concurrency: 4, silenceLimitSeconds: 60, ...facts } },
              ),
        quarantine: new Quarantine(),
        holder: holder ?? { machine: "here", process: randomUUID() },
        logger,
        times: { ...TIMES, ...times },
        onEnd: () => {},
      });
      const work = dispatcher.work(stopping.signal);
      const one: Started = {
        dispatcher,
        async stop() {
          stopping.abort();
          await work;
        },
      };
      started.push(one);
      return one;
    },
    command(program, options = {}) {
      const config = runnerConfig.parse({
        type: "command",
        command: options.command ?? [process.execPath, "-e", `${PRELUDE}${program}`],
      });
      if (config.type !== "command") throw new Error("not reached");
      return new CommandRunner({
        config,
        folder: options.folder ?? folder,
        models: path.join(options.folder ?? folder, "models"),
        machine: options.machine ?? "here",
        environment: process.env,
        stopTimeoutMs: options.stopTimeoutMs,
      });
    },
    until,
    async ended(id) {
      await vi.waitFor(async () => expect(await training.isSettled(id)).toBe(true), WAIT_OPTIONS);
      return training.read(id);
    },
  } satisfies Omit<TestDispatcher, keyof TestTraining>);
}

const PRELUDE = `
const { readFileSync, writeFileSync, existsSync, appendFileSync } = require("node:fs");
const job = JSON.parse(readFileSync(process.env.LOUPE_JOB_REQUEST, "utf8"));
const say = (type, data) => process.stdout.write(JSON.stringify({ type, data }) + "\\n");
`;
