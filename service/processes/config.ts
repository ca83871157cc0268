import { availableParallelism } from "node:os";
import * as z from "zod";
import type { OutboundRules } from "@/lib/network/outbound-addresses";
import { UPSTREAM_LIST, type UpstreamConfig, upstreamList } from "@/service/inference/upstream-config";
import { findTrainer } from "@/service/background/training/found-trainer";
import {
  type CommandConfig,
  RUNNER_OBJECT,
  type RunnerConfig,
  runnerConfig,
} from "@/service/background/training/runner-config";
import { StartError } from "@/service/store/start-error";
import { secretsSource } from "@/service/secrets/secrets-source";
import type { SecretsSource } from "@/service/secrets/secrets";
import { type OidcConfig, oidcConfig, oidcVariables } from "@/service/people/oidc-config";
import { type TelemetryConfig, telemetryConfig, telemetryVariables } from "@/service/telemetry/config";
import { checkAdminKey, reachableBy } from "./admin-key";
import { type StopTimes, stopTimes, stopVariables } from "./stop-times";
import {
  type Environment,
  addressVariable,
  databaseUrlVariable,
  documentVariable,
  hostVariable,
  listVariable,
  numberVariable,
  portVariable,
  proxiesVariable,
  readVariables,
  sealingSecretVariable,
  secretVariable,
  switchVariable,
} from "@/service/secrets/variables";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "::1"];

/** Each takes some 100 MB of memory and its connections to the database. */
const MAX_PROCESSES = 64;
const DEFAULT_PROCESSES = 4;
/** 100 years. */
const MAX_AUDIT_DAYS = 36_500;

const variables = z.object({
  LOUPE_HOST: hostVariable.default("127.0.0.1"),
  LOUPE_SERVICE_PORT: portVariable.default(3001),
  LOUPE_SERVICE_URL: addressVariable.optional(),
  LOUPE_DATA_DIR: z.string().default("data"),
  LOUPE_ADMIN_KEY: secretVariable,
  DATABASE_URL: databaseUrlVariable.optional(),
  LOUPE_ALLOWED_HOSTS: listVariable.optional(),
  LOUPE_TRUSTED_PROXIES: proxiesVariable.default([]),
  LOUPE_WEBHOOKS_PUBLIC_ONLY: switchVariable.optional(),
  NEXTAUTH_URL: z.string().optional(),
  LOUPE_DASHBOARD_URL: z.string().optional(),
  LOUPE_SERVICE_CORE_ONLY: switchVariable.default(false),
  LOUPE_UPSTREAMS: documentVariable(upstreamList, UPSTREAM_LIST).optional(),
  LOUPE_UPSTREAMS_PUBLIC_ONLY: switchVariable.optional(),
  LOUPE_SECRET: sealingSecretVariable.optional(),
  LOUPE_SECRET_OLD: sealingSecretVariable.optional(),
  ...oidcVariables,
  ...stopVariables,
  ...telemetryVariables,
  LOUPE_TRAINING_RUNNER: documentVariable(runnerConfig, RUNNER_OBJECT).optional(),
  LOUPE_AUDIT_DAYS: numberVariable(MAX_AUDIT_DAYS).optional(),
  LOUPE_SERVICE_PROCESSES: numberVariable(MAX_PROCESSES).default(Math.min(availableParallelism(), DEFAULT_PROCESSES)),
});

/** The service process's configuration from its environment. */
export interface ServiceConfig {
  host: string;
  port: number;
  /** The service's address as programs and people see it; without a final slash. */
  publicUrl?: string;
  /**
   * The folder of the embedded database, if no `databaseUrl` is set, and of the training jobs that run on this machine.
   */
  dataFolder: string;
  adminKey: string;
  databaseUrl?: string;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Host names that are answered. Loopback names always are, since the dashboard uses them. */
  allowedHosts: string[];
  coreOnly: boolean;
  /** Where alerts may send notifications, and the dashboard's public address for links in them. */
  webhooks: OutboundRules & { dashboardUrl?: string };
  /** The address of the dashboard that is told to programs: the public one, or where `npm start` has it. */
  dashboardUrl?: string;
  /** Model servers; by default those detected on this machine. */
  upstreams?: UpstreamConfig[];
  /** Which addresses the model servers that admins add may have; those of `upstreams` may have any. */
  addedServers: Required<OutboundRules>;
  /** What the keys of those servers are sealed with. */
  secrets: SecretsSource;
  /** The provider at which people sign in. */
  oidc?: OidcConfig;
  /** The runner of training jobs; without one they wait. */
  trainingRunner?: RunnerConfig;
  /** A trainer that is installed on this machine, used if no runner is set up. */
  foundTrainer?: CommandConfig;
  /** Days for which records of the audit log are kept; forever without it. */
  auditDays?: number;
  /** How long a stop takes. */
  stop: StopTimes;
  /** Number of processes that answer requests. */
  processes: number;
  /** Where the service sends its own traces and metrics. */
  telemetry?: TelemetryConfig;
}

/** Throws `StartError` that names the first invalid variable. */
export function readServiceConfig(environment: Environment): ServiceConfig {
  const values = readVariables(variables, environment);
  checkAdminKey(values.LOUPE_ADMIN_KEY, values);
  refuseOwnService(values.LOUPE_TRAINING_RUNNER, values.LOUPE_SERVICE_PORT);
  const secrets = secretsSource(values);
  const oidc = oidcConfig(values);
  if (oidc && !secrets.current && secrets.file === undefined)
    throw new StartError("LOUPE_SECRET: not set, although OIDC_ISSUER is; it seals the tokens of sessions");
  return {
    host: values.LOUPE_HOST,
    port: values.LOUPE_SERVICE_PORT,
    publicUrl: values.LOUPE_SERVICE_URL,
    dataFolder: values.LOUPE_DATA_DIR,
    adminKey: values.LOUPE_ADMIN_KEY,
    databaseUrl: values.DATABASE_URL,
    allowedHosts: [...new Set([...LOOPBACK_NAMES, ...(values.LOUPE_ALLOWED_HOSTS ?? [values.LOUPE_HOST])])],
    trustedProxies: values.LOUPE_TRUSTED_PROXIES,
    coreOnly: values.LOUPE_SERVICE_CORE_ONLY,
    webhooks: { ...outboundRules(values, values.LOUPE_WEBHOOKS_PUBLIC_ONLY), dashboardUrl: values.NEXTAUTH_URL },
    dashboardUrl: values.NEXTAUTH_URL ?? values.LOUPE_DASHBOARD_URL,
    upstreams: values.LOUPE_UPSTREAMS,
    addedServers: outboundRules(values, values.LOUPE_UPSTREAMS_PUBLIC_ONLY),
    secrets,
    oidc,
    trainingRunner: values.LOUPE_TRAINING_RUNNER,
    foundTrainer: findTrainer(environment),
    auditDays: values.LOUPE_AUDIT_DAYS,
    stop: stopTimes(values),
    processes: values.LOUPE_SERVICE_PROCESSES,
    telemetry: telemetryConfig(values, environment),
  };
}

/** What may be connected to for users: private addresses only if nobody else can reach Loupe, unless the operator says. */
function outboundRules(
  values: Parameters<typeof reachableBy>[0] & { LOUPE_SERVICE_PORT: number },
  publicOnly = reachableBy(values) !== undefined,
): Required<OutboundRules> {
  return { publicOnly, ownPort: values.LOUPE_SERVICE_PORT };
}

/** A service that forwards jobs to itself would create new ones endlessly. */
function refuseOwnService(runner: RunnerConfig | undefined, ownPort: number): void {
  if (runner?.type !== "service") return;
  const { hostname, port } = new URL(runner.base_url);
  if (LOOPBACK_NAMES.includes(hostname.replaceAll(/[[\]]/g, "")) && Number(port) === ownPort)
    throw new StartError("LOUPE_TRAINING_RUNNER: base_url points to this service; set it to another service's URL");
}
