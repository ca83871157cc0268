import type { Logger } from "pino";
import type { OutboundRules } from "@/lib/network/outbound-addresses";
import type { FailedAttempts } from "@/lib/network/failed-attempts";
import type { Inference } from "@/service/inference/gateway";
import type { Recorder } from "@/service/inference/recorder";
import type { Secrets } from "@/service/secrets/secrets";
import type { People } from "@/service/people/people";
import type { Tracing } from "@/service/telemetry/tracing";
import type { Metrics } from "@/service/telemetry/metrics";
import type { Store } from "@/service/store/store";
import type { ModelFolder } from "@/service/background/training/model-folder";
import type { CommandConfig, RunnerConfig } from "@/service/background/training/runner-config";

/** The dependencies of the service; only `main.ts` creates the real ones. */
export type ServiceDeps = {
  store: Store;
  /** The model servers. */
  inference: Inference;
  /** Records chat completions in their projects, after they have been answered. */
  recorder: Recorder;
  /** The training runner of `LOUPE_TRAINING_RUNNER`; without one, a stored one is used. */
  training?: RunnerConfig;
  /** A trainer that is installed on this machine, used if no runner is set up. */
  foundTrainer?: CommandConfig;
  /** The folder of trained weights on this machine. */
  modelFolder?: Pick<ModelFolder, "removeSteps" | "removeModel" | "archive">;
  logger: Logger;
  /** Metrics of the app; each app has its own. */
  metrics: Metrics;
  /** Makes traces of requests; absent unless they are exported. */
  tracing?: Tracing;
  /** The processes that share this one's port, limits and metrics; absent if it is alone. */
  processes?: { count: number; collectMetrics: () => Promise<string> };
  clock: () => Date;
  /** Whether it was asked to stop, and only finishes what it has. */
  isStopping: () => boolean;
  /** Whether the database's disk is full. */
  diskIsFull: () => boolean;
  /** Where notifications may be sent, and the public address of the dashboard for their links, if it is configured. */
  webhooks: OutboundRules & { dashboardUrl?: string };
  /** The address of the dashboard that `/server_info` tells, if it is known. */
  dashboardUrl?: string;
  /** What keys of model servers and training runners are sealed with, and which addresses those that admins add may have. */
  secrets: Secrets;
  addedServers: OutboundRules;
  /** The service's address as programs and people see it, if it is configured; without a final slash. */
  publicUrl?: string;
  /** People who sign in; absent without a sign-in provider. */
  people?: People;
  /** The key with all permissions. */
  adminKey: string;
  /** Slows down addresses that send invalid keys. */
  attempts: FailedAttempts;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** Host names, without a port, that a Host header may have. */
  allowedHosts: readonly string[];
  /** Whether to answer only the interface's eight endpoints, `/health` and `/ready`. */
  coreOnly: boolean;
  version: string;
};
