import type { Logger } from "pino";
import type { FailedAttempts } from "@/lib/network/failed-attempts";
import type { Inference } from "@/service/inference/gateway";
import type { Recorder } from "@/service/inference/recorder";
import type { Metrics } from "./metrics";
import type { Store } from "./store/store";
import type { RunnerFacts } from "@/service/training/runner";

/** Everything the service needs from outside; only `main.ts` makes the real ones. */
export type ServiceDeps = {
  store: Store;
  /** The model servers. */
  inference: Inference;
  /** Writes chat completions into their projects, behind their answers. */
  recorder: Recorder;
  /** What runs training jobs; absent where nothing is configured and they wait. */
  training?: RunnerFacts;
  logger: Logger;
  /** Where the app notes what it counts: one of its own for each. */
  metrics: Metrics;
  clock: () => Date;
  /** Whether the database's disk has no room for more. */
  diskIsFull: () => boolean;
  /** The key that may do everything. */
  adminKey: string;
  /** Slows down addresses that fail with keys. */
  attempts: FailedAttempts;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` counts. */
  trustedProxies: readonly string[];
  /** Host names, without a port, that a Host header may have. */
  allowedHosts: readonly string[];
  /** Answer the interface's eight endpoints and `/health` only. */
  coreOnly: boolean;
  version: string;
};
