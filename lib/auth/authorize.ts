import "server-only";
import type { User } from "next-auth";
import * as z from "zod";
import { SERVICE_DOWN, TOO_MANY_ATTEMPTS } from "@/lib/client/sign-in";
import { checkCredentials } from "./check-credentials";
import type { DashboardConfig } from "./config";
import { redeemSignInCode } from "./sign-in-code";
import type { SignInLimit } from "./sign-in-limit";
import type { StoredSession } from "./stored-session";

/** User name of who signed in by a link. */
const ADMIN_NAME = "admin";

const serviceForm = z.object({
  service: z.string(),
  // RFC 7617: a colon would end the name and begin the password.
  username: z.string().regex(/^[^:]+$/),
  password: z.string().min(1),
  /** The password serves as the token too when none is given. */
  token: z.string().optional(),
  project: z.string().trim().optional(),
});
const linkForm = z.object({ code: z.string().min(1) });

/** Where an attempt comes from, and what bounds those that fail. */
export interface SignInAttempt {
  limit: SignInLimit;
  address: string;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Who a form signs in; null when refused. Throws `SERVICE_DOWN` when the service does not answer, and
 * `TOO_MANY_ATTEMPTS` without asking it when too many from that address have failed.
 */
export async function signInToService(
  input: unknown,
  config: DashboardConfig,
  attempt: SignInAttempt,
): Promise<User | null> {
  const form = serviceForm.safeParse(input);
  if (!form.success) return null;
  const { service: serviceName, username, password, token, project } = form.data;
  const stored = { serviceName, username, password, token: token || password, projectId: project || undefined };
  // Names are known before they are counted: a made-up one would be a limit of its own.
  if (!config.services.some(({ name }) => name === serviceName)) return null;
  return withinLimit(attempt, serviceName, () => userOf(stored, config));
}

/** Who a sign-in link signs in: the holder of the built-in service's admin key. Null when the code is not good. */
export async function signInByLink(
  input: unknown,
  config: DashboardConfig,
  adminKey: string | undefined,
): Promise<User | null> {
  const form = linkForm.safeParse(input);
  const [service] = config.services;
  if (!form.success || !config.isBuiltIn || !service || !adminKey) return null;
  const stored = { serviceName: service.name, username: ADMIN_NAME, password: adminKey, token: adminKey };
  // The service is asked first: a code is not used up while it is down.
  const user = await userOf(stored, config);
  return user && redeemSignInCode(config.dataFolder, form.data.code, new Date()) ? user : null;
}

/** Makes an attempt; one that gives nobody counts as failed. */
async function withinLimit(
  { limit, address, now }: SignInAttempt,
  service: string,
  attempt: () => Promise<User | null>,
): Promise<User | null> {
  if (!limit.take(address, service, now)) throw new Error(TOO_MANY_ATTEMPTS);
  let isFailed = false;
  try {
    const user = await attempt();
    isFailed = user === null;
    return user;
  } finally {
    if (!isFailed) limit.forgive(address, service);
  }
}

async function userOf(stored: StoredSession, { services }: DashboardConfig): Promise<User | null> {
  const service = services.find(({ name }) => name === stored.serviceName);
  if (!service) return null;
  const check = await checkCredentials(service, stored);
  if (check === "down") throw new Error(SERVICE_DOWN);
  return check === "accepted" ? { id: stored.username, name: stored.username, stored } : null;
}
