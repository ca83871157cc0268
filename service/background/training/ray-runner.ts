import type { Dispatcher } from "undici";
import * as z from "zod";
import { EVENTS_AT_A_TIME, takeLines } from "./lines";
import { jobEnvironment } from "./program-environment";
import { rayPackage } from "./ray-package";
import { logEvent } from "./read-line";
import { Remote, TooLong, isSuccess, valueOfJson } from "./remote";
import {
  CheckFailed,
  JobRefused,
  type RemoteRunner,
  type RunnableJob,
  type RunnerCheck,
  type RunnerEnd,
  type RunnerEvent,
  type RunnerReport,
  type RunnerState,
} from "./runner";
import type { RayConfig } from "./runner-config";

/** Ray returns a job's whole log each time, so it is read at this interval, and less often the longer that takes. */
const LOG_EVERY_MS = 2_000;
const LOG_PAUSE_FACTOR = 19;
/** Bytes of a log that are processed and stored at a time. */
const READ_BYTES = 8 * 2 ** 20;
const LONG_LOG_POLL_MS = 60_000;
const LOG_END_CHARS = 8 * 2 ** 10;
const NOT_FOUND = 404;
/** The id of no job. */
const NO_JOB = "loupe_check";
/** Sorts before the variables that use it, since Ray sorts them. */
const DOLLAR = "LOUPE_DOLLAR";

const rayJob = z.object({
  status: z.enum(["PENDING", "RUNNING", "STOPPED", "SUCCEEDED", "FAILED"]),
  message: z.string().nullish(),
  driver_exit_code: z.int().nullish(),
});
type RayJob = z.infer<typeof rayJob>;
const rayVersion = z.object({ ray_version: z.string() });
const rayLogs = z.object({ logs: z.string() });

const rayState = z.object({
  at: z.number(),
  inCut: z.boolean().optional(),
  /** When the log is to be read next, milliseconds since 1970. */
  logDueAt: z.number(),
  isLogTooLong: z.boolean().optional(),
  /** The latest reason from Ray why the job waits. */
  waitsFor: z.string().optional(),
});

/** Runs jobs on a Ray cluster with its Jobs API: each is submitted under its own id, so that a retry finds it. */
export class RayRunner implements RemoteRunner {
  readonly kind = "ray";
  readonly #config: RayConfig;
  readonly #remote: Remote;

  constructor(config: RayConfig, dispatcher?: Dispatcher) {
    this.#config = config;
    const headers = {
      ...config.headers,
      ...(config.token !== undefined && { authorization: `Bearer ${config.token}` }),
    };
    this.#remote = new Remote(`Ray at ${new URL(config.address).host}`, config.address, headers, {
      dispatcher,
      secrets: Object.values(config.runtime_env.env_vars),
    });
  }

  async check(timeoutMs: number): Promise<RunnerCheck> {
    const ask = async (path: string) =>
      this.#remote.ask({ method: "GET", path, signal: AbortSignal.timeout(timeoutMs) });
    const answer = await ask("/api/version");
    const problem = this.#remote.checked(answer, "Ray dashboard");
    if (problem) throw problem;
    const read = rayVersion.safeParse(valueOfJson(answer.text));
    if (!read.success) throw new CheckFailed("There is no Ray dashboard at this address", "address");
    // Ray may tell its version to anybody, but nothing of jobs.
    const job = await ask(`/api/jobs/${NO_JOB}`);
    const refusal = job.status === NOT_FOUND ? undefined : this.#remote.checked(job, "Ray dashboard");
    if (refusal) throw refusal;
    return { version: read.data.ray_version };
  }

  async baseModels(): Promise<readonly string[]> {
    return [];
  }

  async start(job: RunnableJob, signal: AbortSignal): Promise<RunnerState> {
    if (!(await this.#find(job))) await this.#submit(job, signal);
    return { at: 0, logDueAt: 0 } satisfies z.infer<typeof rayState>;
  }

  async follow(job: RunnableJob, storedState: RunnerState): Promise<RunnerReport> {
    const state = rayState.parse(storedState);
    const found = await this.#find(job);
    if (!found) return { events: [], state, end: UNKNOWN_TO_RAY };
    const events = pendingEvents(found, state);
    const hasEnded = isOver(found);
    const isWaiting = found.status === "PENDING";
    if (!hasEnded && Date.now() < state.logDueAt) return { events, state, isWaiting };
    const askedAt = Date.now();
    const log = await this.#log(job);
    if (!log) return this.#followWithoutLog(found, state);
    state.logDueAt = Date.now() + Math.max(LOG_EVERY_MS, LOG_PAUSE_FACTOR * (Date.now() - askedAt));
    const isLastPart = state.at + READ_BYTES >= log.length;
    const read = takeLines(log.subarray(state.at, state.at + READ_BYTES), state, {
      stream: "stdout",
      hasEnded: hasEnded && isLastPart,
    });
    const next = { ...state, inCut: undefined, ...read.next };
    const isComplete = hasEnded && next.at >= log.length;
    const hasMore = !isLastPart || read.events.length >= EVENTS_AT_A_TIME;
    if (hasMore) next.logDueAt = 0;
    return {
      events: [...events, ...read.events],
      state: next,
      hasMore,
      isWaiting,
      ...(isComplete && { end: endOf(found, log.toString().trimEnd().slice(-LOG_END_CHARS)) }),
    };
  }

  async stop(job: RunnableJob): Promise<void> {
    const answer = await this.#remote.ask({ method: "POST", path: `${pathOf(job)}/stop` });
    if (!isSuccess(answer) && answer.status !== NOT_FOUND) throw this.#remote.refusal(answer);
  }

  async forget(job: RunnableJob): Promise<void> {
    const answer = await this.#remote.ask({ method: "DELETE", path: pathOf(job) });
    if (isSuccess(answer) || answer.status === NOT_FOUND) return;
    // Ray does not delete a running job, such as one that was given up here.
    await this.stop(job);
    throw this.#remote.refusal(answer);
  }

  async #find(job: RunnableJob): Promise<RayJob | undefined> {
    const answer = await this.#remote.ask({ method: "GET", path: pathOf(job) });
    if (answer.status === NOT_FOUND) return undefined;
    if (!isSuccess(answer)) throw this.#remote.refusal(answer);
    return rayJob.parse(JSON.parse(this.#remote.withoutSecrets(answer.text)));
  }

  async #submit(job: RunnableJob, signal: AbortSignal): Promise<void> {
    const name = `loupe_job_${job.id}.zip`;
    const path = `/api/packages/gcs/${name}`;
    const known = await this.#remote.ask({ method: "GET", path });
    if (known.status === NOT_FOUND)
      await this.#remote.requestText({ method: "PUT", path, body: await rayPackage(job, this.#config.folder), signal });
    const { entrypoint, runtime_env, ...config } = this.#config;
    const answer = await this.#remote.ask({
      method: "POST",
      path: "/api/jobs/",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        entrypoint,
        submission_id: job.id,
        metadata: { loupe_project: job.project_id, loupe_model: job.model.name },
        runtime_env: {
          ...runtime_env,
          working_dir: `gcs://${name}`,
          env_vars: {
            PYTHONUNBUFFERED: "1",
            ...runtime_env.env_vars,
            [DOLLAR]: "$",
            ...withoutExpansion(jobEnvironment(job)),
            LOUPE_JOB_FOLDER: ".",
            LOUPE_JOB_REQUEST: "request.json",
          },
        },
        entrypoint_num_cpus: config.entrypoint_num_cpus,
        entrypoint_num_gpus: config.entrypoint_num_gpus,
        entrypoint_memory: config.entrypoint_memory,
        entrypoint_resources: config.entrypoint_resources,
      }),
      signal,
    });
    // Another replica may have submitted it first; Ray reports that as an error.
    if (isSuccess(answer) || (await this.#find(job))) return;
    const refusal = this.#remote.refusal(answer);
    throw REFUSED_BY_RAY.test(answer.text) ? new JobRefused(refusal.message) : refusal;
  }

  /** Undefined if the log is too long to be read, since Ray cannot return a part of it. */
  async #log(job: RunnableJob): Promise<Buffer | undefined> {
    try {
      const text = await this.#remote.requestText({ method: "GET", path: `${pathOf(job)}/logs` });
      return Buffer.from(rayLogs.parse(JSON.parse(text)).logs);
    } catch (error) {
      if (error instanceof TooLong) return undefined;
      throw error;
    }
  }

  /** Follows a job whose log is too long to be read by only its status. */
  #followWithoutLog(found: RayJob, state: z.infer<typeof rayState>): RunnerReport {
    const message = "Ray's log of this job is too long to be read; further log output and events are not stored";
    return {
      events: state.isLogTooLong ? [] : [logEvent(message, "stderr")],
      state: { ...state, isLogTooLong: true, logDueAt: Date.now() + LONG_LOG_POLL_MS },
      isWaiting: true,
      ...(isOver(found) && { end: endOf(found, "") }),
    };
  }
}

/** Ray reports an error of its agent, a 4xx, as a 500 with this text. */
const REFUSED_BY_RAY = /Request failed with status code 4\d\d/;

const UNKNOWN_TO_RAY: RunnerEnd = {
  status: "failed",
  failure: { reason: "Ray no longer lists this job; the cluster may have been restarted" },
};

const isOver = ({ status }: RayJob) => status !== "PENDING" && status !== "RUNNING";

const pathOf = ({ id }: RunnableJob) => `/api/jobs/${id}`;

/** An event with the reason why the job waits, whenever that changes. */
function pendingEvents({ status, message }: RayJob, state: z.infer<typeof rayState>): RunnerEvent[] {
  if (status !== "PENDING" || typeof message !== "string" || message === state.waitsFor) return [];
  state.waitsFor = message;
  return [logEvent(message, "stderr")];
}

function endOf({ status, message, driver_exit_code }: RayJob, log: string): RunnerEnd {
  if (status === "SUCCEEDED") return { status: "succeeded" };
  if (status === "STOPPED") return { status: "cancelled", failure: { reason: "The job was stopped in Ray" } };
  const [reason = ""] = (message ?? "").split(/, last available logs|\n/);
  return {
    status: "failed",
    failure: {
      reason: reason || "Ray reported a failure without a reason",
      ...(typeof driver_exit_code === "number" && { exit_code: driver_exit_code }),
      ...(log !== "" && { log }),
    },
  };
}

/**
 * Ray expands `$NAME` and `${NAME}` in each variable, from the environment of its node and the variables before it, and
 * has no escape. So each `$` is written as a variable that expands to `$`, since Ray does not expand twice. Ray still
 * removes a literal `${NAME}` in capitals.
 */
function withoutExpansion(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replaceAll("$", () => `\${${DOLLAR}}`)]),
  );
}
