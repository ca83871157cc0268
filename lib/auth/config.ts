import "server-only";
import path from "node:path";
import * as z from "zod";
import { isAddressRange } from "@/lib/network/client-address";
import { forwardedKey } from "@/lib/network/forwarded-proof";
import { ID_TOKEN_ALGORITHMS, type IdTokenAlgorithm, providerAddress } from "@/lib/network/oidc";
import { formatPath } from "@/lib/json/format-path";

/** A service that a user may sign in to. */
export interface ConfiguredService {
  name: string;
  base_url: string;
  /** Its address for programs and people, who may not reach `base_url`. */
  public_url: string;
  inference_base_url: string;
  /**
   * Whether the service uses the user name of Basic authentication, so that the sign-in form has a field for it.
   * Loupe's own service needs only the key.
   */
  user_name: boolean;
}

/** The provider at which people sign in to the first service. */
export interface SignInProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Follows "Sign in with" on the button. */
  name: string;
  scope: string;
  algorithm: IdTokenAlgorithm;
}

/** The dashboard server's configuration from its environment. */
export interface DashboardConfig {
  /** The port that browsers use, the same for all replicas behind a proxy. */
  port: number;
  dataFolder: string;
  services: ConfiguredService[];
  /** Whether `LOUPE_SERVICES` is absent, so that the only service is Loupe's own, with its sign-in links. */
  isBuiltIn: boolean;
  /** Addresses and ranges of proxies in front of the dashboard, whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Longest time that a page waits for the data it includes, milliseconds. */
  readAheadMs: number;
  /** Public address of the dashboard, if configured. */
  url: string | undefined;
  oidc: SignInProvider | undefined;
  /** Whether sign-in links are accepted: only for Loupe's own service, and not beside a provider. */
  takesLinks: boolean;
}

/** How long a session lasts after its page last used it, seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

const BUILT_IN_NAME = "Loupe";
const PORT_WANTED = "a whole number from 1 to 65535";
const MILLISECONDS_WANTED = "a whole number of milliseconds";
const SERVICES_WANTED = "a JSON array of {name, base_url, inference_base_url}";
const PROXIES_WANTED = "comma-separated IP addresses or ranges, such as 10.0.0.5, fd00::/8";
const SHOWN_CHARS = 80;

const address = z
  .url({ protocol: /^https?$/, error: "an http or https address" })
  .transform((url) => url.replace(/\/+$/, ""));
const port = z.coerce.number(PORT_WANTED).int(PORT_WANTED).min(1, PORT_WANTED).max(65_535, PORT_WANTED);
const milliseconds = z.coerce.number(MILLISECONDS_WANTED).int(MILLISECONDS_WANTED).min(0, MILLISECONDS_WANTED);
// The address is shown to users, in snippets and in errors.
const serviceAddress = address.refine(isBare, "an address without user, password, query or fragment");
const proxies = z
  .string()
  .transform((text) => text.split(",").flatMap((entry) => entry.trim() || []))
  .refine((entries) => entries.every(isAddressRange), PROXIES_WANTED);
const blankAsAbsent = (value: unknown) => (value === "" ? undefined : value);

const servicesList = z
  .array(
    z.strictObject({
      name: z.string().min(1),
      base_url: serviceAddress,
      inference_base_url: serviceAddress.optional(),
      public_url: serviceAddress.optional(),
      user_name: z.boolean("true or false").default(true),
    }),
    SERVICES_WANTED,
  )
  .min(1, SERVICES_WANTED)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "each name to be unique")
  .transform((list) =>
    list.map(({ base_url, inference_base_url = base_url, public_url = base_url, ...one }) => ({
      ...one,
      base_url,
      inference_base_url,
      public_url,
    })),
  );

const servicesVariable = z
  .string()
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      ctx.addIssue({ code: "custom", message: SERVICES_WANTED });
      return z.NEVER;
    }
  })
  .pipe(servicesList);

const variables = z.object({
  PORT: z.preprocess(blankAsAbsent, port.default(3000)),
  LOUPE_HOST: z.preprocess(blankAsAbsent, z.string().default("127.0.0.1")),
  LOUPE_SERVICE_PORT: z.preprocess(blankAsAbsent, port.default(3001)),
  LOUPE_DATA_DIR: z.preprocess(blankAsAbsent, z.string().default("data")),
  LOUPE_SERVICES: z.preprocess(blankAsAbsent, servicesVariable.optional()),
  LOUPE_SERVICE_URL: z.preprocess(blankAsAbsent, serviceAddress.optional()),
  LOUPE_TRUSTED_PROXIES: z.preprocess(blankAsAbsent, proxies.default([])),
  LOUPE_READ_AHEAD_MS: z.preprocess(blankAsAbsent, milliseconds.default(500)),
  NEXTAUTH_URL: z.preprocess(blankAsAbsent, address.optional()),
  OIDC_ISSUER: z.preprocess(blankAsAbsent, providerAddress.optional()),
  OIDC_CLIENT_ID: z.preprocess(blankAsAbsent, z.string().optional()),
  OIDC_CLIENT_SECRET: z.preprocess(blankAsAbsent, z.string().optional()),
  OIDC_NAME: z.preprocess(blankAsAbsent, z.string().default("single sign-on")),
  OIDC_SCOPE: z.preprocess(blankAsAbsent, z.string().default("openid profile email")),
  OIDC_ALGORITHM: z.preprocess(
    blankAsAbsent,
    z.enum(ID_TOKEN_ALGORITHMS, `one of ${ID_TOKEN_ALGORITHMS.join(", ")}`).default("RS256"),
  ),
});

type Environment = Readonly<Partial<Record<string, string>>>;

/** Throws an error that names each invalid variable, its value and what is expected. */
export function readDashboardConfig(environment: Environment): DashboardConfig {
  const parsed = variables.safeParse(environment);
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => describe(issue, environment)).join("; "));
  const { PORT, LOUPE_HOST, LOUPE_SERVICE_PORT, LOUPE_DATA_DIR, LOUPE_SERVICES, LOUPE_TRUSTED_PROXIES } = parsed.data;
  const builtIn = `http://${reachable(LOUPE_HOST)}:${LOUPE_SERVICE_PORT}`;
  const public_url = parsed.data.LOUPE_SERVICE_URL ?? builtIn;
  const oidc = signInProvider(parsed.data);
  return {
    port: publicPort(parsed.data.NEXTAUTH_URL) ?? PORT,
    dataFolder: path.resolve(LOUPE_DATA_DIR),
    services: LOUPE_SERVICES ?? [
      { name: BUILT_IN_NAME, base_url: builtIn, inference_base_url: builtIn, public_url, user_name: false },
    ],
    isBuiltIn: LOUPE_SERVICES === undefined,
    trustedProxies: LOUPE_TRUSTED_PROXIES,
    readAheadMs: parsed.data.LOUPE_READ_AHEAD_MS,
    url: parsed.data.NEXTAUTH_URL,
    oidc,
    takesLinks: LOUPE_SERVICES === undefined && oidc === undefined,
  };
}

function signInProvider(values: z.output<typeof variables>): SignInProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) throw new Error("OIDC_CLIENT_ID: not set, although OIDC_ISSUER is");
  if (clientSecret === undefined) throw new Error("OIDC_CLIENT_SECRET: not set, although OIDC_ISSUER is");
  const { OIDC_NAME: name, OIDC_SCOPE: scope, OIDC_ALGORITHM: algorithm } = values;
  return { issuer, clientId, clientSecret, name, scope, algorithm };
}

let config: DashboardConfig | undefined;

/** This process's configuration, read once on first use: there is none during a build. */
export function dashboardConfig(): DashboardConfig {
  config ??= readDashboardConfig(process.env);
  return config;
}

/** The key that encrypts sessions. The start script generates one if none is set. */
export function sessionSecret(environment: Environment = process.env): string {
  const { NEXTAUTH_SECRET: secret } = environment;
  if (!secret) throw new Error("NEXTAUTH_SECRET is not set; set it to a long random string");
  return secret;
}

/** The key that a sign-in link grants; undefined when this dashboard was not started with one. */
export function adminKey(environment: Environment = process.env): string | undefined {
  return environment.LOUPE_ADMIN_KEY || undefined;
}

/** The key that proves the addresses of readers to Loupe's own service; derived from the admin key unless it is given. */
export function forwardingKey(environment: Environment = process.env): string | undefined {
  const key = adminKey(environment);
  return environment.LOUPE_FORWARDED_KEY || (key === undefined ? undefined : forwardedKey(key));
}

const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

function publicPort(url: string | undefined): number | undefined {
  if (url === undefined) return undefined;
  const { port: stated, protocol } = new URL(url);
  return stated ? Number(stated) : DEFAULT_PORTS[protocol];
}

function isBare(url: string): boolean {
  const { username, password, search, hash } = new URL(url);
  return [username, password, search, hash].every((part) => part === "");
}

function describe({ path: [variable, ...steps], message }: z.core.$ZodIssue, environment: Environment): string {
  const name = String(variable);
  // An address may contain a password, so values in the list are not repeated.
  if (name === "LOUPE_SERVICES") return `${formatPath([name, ...steps])}: expected ${message}`;
  return `${name}: found ${JSON.stringify(environment[name])?.slice(0, SHOWN_CHARS)}, expected ${message}`;
}

/** A service that listens on all addresses is called on loopback. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
