import * as z from "zod";
import { UPSTREAM_LIST, type UpstreamConfig, upstreamList } from "@/service/inference/upstream-config";
import { RUNNER_OBJECT, type RunnerConfig, runnerConfig } from "@/service/training/runner-config";
import { StartError } from "@/service/store/start-error";
import { checkAdminKey } from "@/service/admin-key";
import {
  type Environment,
  databaseUrlVariable,
  documentVariable,
  hostVariable,
  listVariable,
  portVariable,
  proxiesVariable,
  readVariables,
  secretVariable,
  switchVariable,
} from "@/service/variables";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "::1"];

const variables = z.object({
  LOUPE_HOST: hostVariable.default("127.0.0.1"),
  LOUPE_SERVICE_PORT: portVariable.default(3001),
  LOUPE_DATA_DIR: z.string().default("data"),
  LOUPE_ADMIN_KEY: secretVariable,
  DATABASE_URL: databaseUrlVariable.optional(),
  LOUPE_ALLOWED_HOSTS: listVariable.optional(),
  LOUPE_TRUSTED_PROXIES: proxiesVariable.default([]),
  NEXTAUTH_URL: z.string().optional(),
  LOUPE_SERVICE_CORE_ONLY: switchVariable.default(false),
  LOUPE_UPSTREAMS: documentVariable(upstreamList, UPSTREAM_LIST).optional(),
  LOUPE_TRAINING_RUNNER: documentVariable(runnerConfig, RUNNER_OBJECT).optional(),
});

/** Everything the service process takes from its environment. */
export interface ServiceConfig {
  host: string;
  port: number;
  /** Where the embedded database lives when no `databaseUrl` is given, and the training jobs that run here. */
  dataFolder: string;
  adminKey: string;
  databaseUrl?: string;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` counts. */
  trustedProxies: string[];
  /** Host names that are answered. Loopback always is, since the dashboard calls from there. */
  allowedHosts: string[];
  coreOnly: boolean;
  /** Model servers; by default those found on this machine. */
  upstreams?: UpstreamConfig[];
  /** The runner of training jobs; without one they wait. */
  trainingRunner?: RunnerConfig;
}

/** Throws `StartError` naming the first variable that is wrong. */
export function readServiceConfig(environment: Environment): ServiceConfig {
  const given = readVariables(variables, environment);
  checkAdminKey(given.LOUPE_ADMIN_KEY, given);
  refuseOwnService(given.LOUPE_TRAINING_RUNNER, given.LOUPE_SERVICE_PORT);
  return {
    host: given.LOUPE_HOST,
    port: given.LOUPE_SERVICE_PORT,
    dataFolder: given.LOUPE_DATA_DIR,
    adminKey: given.LOUPE_ADMIN_KEY,
    databaseUrl: given.DATABASE_URL,
    allowedHosts: [...new Set([...LOOPBACK_NAMES, ...(given.LOUPE_ALLOWED_HOSTS ?? [given.LOUPE_HOST])])],
    trustedProxies: given.LOUPE_TRUSTED_PROXIES,
    coreOnly: given.LOUPE_SERVICE_CORE_ONLY,
    upstreams: given.LOUPE_UPSTREAMS,
    trainingRunner: given.LOUPE_TRAINING_RUNNER,
  };
}

/** A service that passes jobs to itself would create new ones endlessly. */
function refuseOwnService(runner: RunnerConfig | undefined, ownPort: number): void {
  if (runner?.type !== "service") return;
  const { hostname, port } = new URL(runner.base_url);
  if (LOOPBACK_NAMES.includes(hostname.replaceAll(/[[\]]/g, "")) && Number(port) === ownPort)
    throw new StartError("LOUPE_TRAINING_RUNNER: found this service itself, wanted the base_url of another");
}
