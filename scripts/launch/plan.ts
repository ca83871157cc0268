import { existsSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { readDashboardConfig } from "@/lib/auth/config";
import { checkAdminKey } from "@/service/processes/admin-key";
import { localAddress } from "@/service/http/listening";
import { prepareDataFolder } from "@/service/store/embedded/data-folder";
import { StartError } from "@/service/store/start-error";
import {
  type Environment,
  databaseUrlVariable,
  hostVariable,
  listVariable,
  portVariable,
  proxiesVariable,
  readVariables,
  secretVariable,
} from "@/service/secrets/variables";
import { type StopTimes, stopTimes, stopVariables } from "@/service/processes/stop-times";
import { type SecretName, findSecrets } from "./secrets";

export type Mode = "all" | "service" | "dashboard" | "sign-in-link";

const variables = z.object({
  PORT: portVariable.default(3000),
  LOUPE_HOST: hostVariable.default("127.0.0.1"),
  LOUPE_SERVICE_PORT: portVariable.default(3001),
  LOUPE_DATA_DIR: z.string().default("data"),
  LOUPE_ADMIN_KEY: secretVariable.optional(),
  LOUPE_SERVICES: z.string().optional(),
  DATABASE_URL: databaseUrlVariable.optional(),
  NEXTAUTH_SECRET: secretVariable.optional(),
  LOUPE_SECRET: secretVariable.optional(),
  LOUPE_ALLOWED_HOSTS: listVariable.optional(),
  LOUPE_TRUSTED_PROXIES: proxiesVariable.default([]),
  OIDC_ISSUER: z.string().optional(),
  ...stopVariables,
  NEXTAUTH_URL: z.url({ protocol: /^https?$/, error: "an address such as https://loupe.example.com" }).optional(),
});

/** The processes that a start will run, and their environment. */
export interface Plan {
  runsService: boolean;
  runsDashboard: boolean;
  /** Real path; undefined if nothing is stored on this machine. */
  dataFolder?: string;
  embedded: boolean;
  host: string;
  port: number;
  /** The dashboard's address for browsers. */
  dashboardUrl: string;
  /** Whether the environment says where the dashboard is. */
  namesDashboard: boolean;
  /** Only the built-in service has the admin key that a sign-in link grants, which the dashboard then has too. */
  offersSignInLink: boolean;
  /** How long a stop of each process takes. */
  stop: StopTimes;
  environment: Record<string, string | undefined>;
}

/**
 * Decides what to run, prepares the data folder and generates missing secrets. Throws `StartError` for an invalid
 * variable, a missing secret or a folder that is not writable.
 */
export function makePlan(mode: Mode, environment: Environment): Plan {
  const given = readVariables(variables, environment);
  const builtIn = given.LOUPE_SERVICES === undefined;
  const runsService = mode === "service" || (mode === "all" && builtIn);
  const runsDashboard = mode === "dashboard" || mode === "all";
  if (runsService && runsDashboard && given.PORT === given.LOUPE_SERVICE_PORT)
    throw new StartError(`LOUPE_SERVICE_PORT and PORT are both ${given.PORT}; set them to different ports`);
  const embedded = given.DATABASE_URL === undefined;
  // Who signs in at a provider has the rights of their groups there: no key that may do everything is beside them.
  const offersSignInLink = builtIn && mode !== "service" && given.OIDC_ISSUER === undefined;
  if (mode === "sign-in-link" && offersSignInLink && !existsSync(given.LOUPE_DATA_DIR))
    throw new StartError(
      `There is no data folder ${path.resolve(given.LOUPE_DATA_DIR)}; run this command in the folder where Loupe was started, or with the same LOUPE_DATA_DIR`,
    );
  const keepsState = (runsService && embedded) || offersSignInLink || (embedded && runsDashboard);
  const dataFolder = keepsState ? prepareDataFolder(given.LOUPE_DATA_DIR) : undefined;
  const requiredSecrets: SecretName[] = [];
  if (runsService || (runsDashboard && offersSignInLink)) requiredSecrets.push("LOUPE_ADMIN_KEY");
  if (runsDashboard) requiredSecrets.push("NEXTAUTH_SECRET");
  // The service reads it from the file itself, where `npm run admin -- rotate-secret` replaces it.
  if (runsService && embedded) requiredSecrets.push("LOUPE_SECRET");
  const { LOUPE_SECRET: _kept, ...secrets } = findSecrets(requiredSecrets, given, embedded ? dataFolder : undefined);
  if (secrets.LOUPE_ADMIN_KEY !== undefined) checkAdminKey(secrets.LOUPE_ADMIN_KEY, given);
  if (runsDashboard) checkDashboard(environment);
  const dashboardUrl = given.NEXTAUTH_URL ?? localAddress(given.LOUPE_HOST, given.PORT);
  return {
    runsService,
    runsDashboard,
    dataFolder,
    embedded,
    host: given.LOUPE_HOST,
    port: given.PORT,
    dashboardUrl,
    namesDashboard: Boolean(environment.PORT) || given.NEXTAUTH_URL !== undefined,
    offersSignInLink,
    stop: stopTimes(given),
    environment: {
      ...environment,
      ...secrets,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(given.PORT),
      LOUPE_HOST: given.LOUPE_HOST,
      LOUPE_SERVICE_PORT: String(given.LOUPE_SERVICE_PORT),
      LOUPE_DATA_DIR: dataFolder ?? path.resolve(given.LOUPE_DATA_DIR),
      // Without a fixed address next-auth uses the host name of the request, and only allowed names are accepted.
      ...(given.NEXTAUTH_URL ? {} : { AUTH_TRUST_HOST: "1" }),
      // Programs ask the service for it.
      ...(runsService && runsDashboard && !environment.LOUPE_DASHBOARD_URL && { LOUPE_DASHBOARD_URL: dashboardUrl }),
    },
  };
}

/** The dashboard reads its configuration at the first request; errors should be reported at start. */
function checkDashboard(environment: Environment): void {
  try {
    readDashboardConfig(environment);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}
