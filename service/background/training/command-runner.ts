import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { access, mkdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { TRAINING_OUTPUT_BYTES } from "@/lib/contract/limits";
import { programEnvironment } from "./program-environment";
import { type ProcessIdentity, isRunning } from "./processes";
import { programEnd } from "./program-end";
import { JobFolder } from "./job-folder";
import { LAUNCHER, readTimes } from "./launcher";
import { readEnd, readLines } from "./lines";
import { JobRefused, type RunnableJob, type Runner, type RunnerReport, type RunnerState } from "./runner";
import type { CommandConfig } from "./runner-config";

const START_TIMEOUT_MS = 10_000;
const START_POLL_MS = 10;
const SAMPLE_EVERY_MS = 5_000;
const STOP_TIMEOUT_MS = 10_000;
const LOG_END_BYTES = 8 * 2 ** 10;

const linesAt = z.object({ at: z.number(), inCut: z.boolean().optional() });
const commandState = z.object({
  machine: z.string(),
  stdout: linesAt,
  stderr: linesAt,
  sampledAt: z.number(),
  peakBytes: z.number(),
  cpuSeconds: z.number(),
});
type CommandState = z.infer<typeof commandState>;

type CommandRunnerOptions = {
  config: CommandConfig;
  /** Folder that holds the folders of jobs. */
  folder: string;
  /** Folder that programs store weights in. */
  models: string;
  /** Name of the machine: programs on another machine cannot be followed from this one. */
  machine: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds after which a program that was asked to stop is killed. */
  stopTimeoutMs?: number;
};

/**
 * Runs each job as a program on this machine, with the request in a file and events on its standard output. The program
 * outlives the service; the next service process continues to read where the last one stopped.
 */
export class CommandRunner implements Runner {
  readonly kind = "command";
  readonly #config: CommandConfig;
  readonly #folder: string;
  readonly #models: string;
  readonly #machine: string;
  readonly #environment: CommandRunnerOptions["environment"];
  readonly #stopTimeoutMs: number;

  constructor({ config, folder, models, machine, environment, stopTimeoutMs = STOP_TIMEOUT_MS }: CommandRunnerOptions) {
    this.#config = config;
    this.#folder = folder;
    this.#models = models;
    this.#machine = machine;
    this.#environment = environment;
    this.#stopTimeoutMs = stopTimeoutMs;
  }

  async start(job: RunnableJob, signal: AbortSignal): Promise<RunnerState> {
    if (!(await this.#folderOf(job).identity())) {
      await this.#writeFiles(job, signal);
      await this.#launch(job);
    }
    const initial: CommandState = {
      machine: this.#machine,
      stdout: { at: 0 },
      stderr: { at: 0 },
      sampledAt: 0,
      peakBytes: 0,
      cpuSeconds: 0,
    };
    return initial;
  }

  async follow(job: RunnableJob, storedState: RunnerState): Promise<RunnerReport> {
    const state = commandState.parse(storedState);
    if (state.machine !== this.#machine) return { events: [], state, end: this.#gone };
    const files = this.#folderOf(job);
    const identity = await files.identity();
    const isAlive = identity !== undefined && (await isRunning(identity));
    // Read after the process was checked: everything that the program wrote before its end is then in the files.
    const exit = await files.read("exit");
    const hasEnded = exit !== undefined || !isAlive;
    if (identity && isAlive) await this.#sample(job, identity, state);
    const stdout = await readLines(files.file("stdout"), state.stdout, { stream: "stdout", hasEnded });
    const stderr = await readLines(files.file("stderr"), state.stderr, { stream: "stderr", hasEnded });
    const isTooLong = stdout.size + stderr.size > TRAINING_OUTPUT_BYTES;
    if (isTooLong) await files.kill("SIGKILL");
    const isComplete = (hasEnded && stdout.isAtEnd && stderr.isAtEnd) || isTooLong;
    const next: CommandState = { ...state, stdout: stdout.next, stderr: stderr.next };
    return {
      events: [...stdout.events, ...stderr.events],
      state: next,
      hasMore: stdout.hasMore || stderr.hasMore,
      resources: await this.#resources(job, next),
      ...(isComplete && {
        end: programEnd({
          exit: exit?.trim(),
          wasStopped: (await this.#stopAskedAt(job)) !== undefined,
          outputLimit: isTooLong ? TRAINING_OUTPUT_BYTES : undefined,
          log: await readEnd(files.file("stderr"), LOG_END_BYTES),
          program: this.#config.command[0] ?? "",
        }),
      }),
    };
  }

  async stop(job: RunnableJob): Promise<void> {
    const files = this.#folderOf(job);
    const askedAt = await this.#stopAskedAt(job);
    if (askedAt === undefined) {
      if (!(await files.identity())) return;
      await writeFile(files.file("stop"), "");
      await files.kill("SIGTERM");
    } else if (Date.now() - askedAt > this.#stopTimeoutMs) await files.kill("SIGKILL");
  }

  async forget(job: RunnableJob): Promise<void> {
    await this.#folderOf(job).remove();
  }

  get #gone(): RunnerReport["end"] {
    return { status: "failed", failure: { reason: "The machine that ran this job is no longer available" } };
  }

  async #writeFiles(job: RunnableJob, signal: AbortSignal): Promise<void> {
    const files = this.#folderOf(job);
    await mkdir(files.path, { recursive: true, mode: 0o700 });
    const { id, project_id, model } = job;
    await writeFile(files.file("job"), JSON.stringify({ id, project_id, model }), { mode: 0o600 });
    // Renamed once it is complete, since another process may write it at the same time.
    const draft = `${files.file("request")}.${process.pid}`;
    await pipeline(Readable.from(job.body()), createWriteStream(draft, { mode: 0o600 }), { signal });
    await rename(draft, files.file("request"));
  }

  async #launch(job: RunnableJob): Promise<void> {
    const files = this.#folderOf(job);
    const cwd = path.resolve(this.#config.folder ?? ".");
    await access(cwd).catch(() => {
      throw new JobRefused(`Working directory ${cwd} does not exist`);
    });
    const child = spawn("/bin/sh", ["-c", LAUNCHER, "sh", files.path, ...this.#config.command], {
      cwd,
      detached: true,
      stdio: "ignore",
      env: {
        NODE_ENV: "production",
        ...programEnvironment(this.#environment, this.#config.env, job, {
          folder: files.path,
          request: files.file("request"),
          models: this.#models,
        }),
      },
    });
    const failed = new Promise<never>((_resolve, reject) => child.once("error", reject));
    child.unref();
    await Promise.race([failed, this.#untilStarted(job)]);
  }

  async #untilStarted(job: RunnableJob): Promise<void> {
    for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += START_POLL_MS) {
      if (await this.#folderOf(job).identity()) return;
      await pause(START_POLL_MS);
    }
    throw new Error("The program did not start; check the command of LOUPE_TRAINING_RUNNER and the service's log");
  }

  async #sample(job: RunnableJob, identity: ProcessIdentity, state: CommandState): Promise<void> {
    if (Date.now() - state.sampledAt < SAMPLE_EVERY_MS) return;
    const use = await this.#folderOf(job).use(identity);
    state.sampledAt = Date.now();
    state.peakBytes = Math.max(state.peakBytes, use.peakBytes);
    state.cpuSeconds = Math.max(state.cpuSeconds, use.cpuSeconds);
  }

  async #resources(job: RunnableJob, { cpuSeconds, peakBytes }: CommandState): Promise<RunnerReport["resources"]> {
    const times = await this.#folderOf(job).read("times");
    const cpu = (times === undefined ? undefined : readTimes(times)) ?? cpuSeconds;
    return { cpu_seconds: Math.round(cpu * 100) / 100, ...(peakBytes > 0 && { peak_memory_bytes: peakBytes }) };
  }

  async #stopAskedAt(job: RunnableJob): Promise<number | undefined> {
    const found = await stat(this.#folderOf(job).file("stop")).catch(() => undefined);
    return found?.mtimeMs;
  }

  #folderOf({ id }: RunnableJob): JobFolder {
    return new JobFolder(this.#folder, id);
  }
}
