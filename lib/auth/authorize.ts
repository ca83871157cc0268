import "server-only";
import type { User } from "next-auth";
import * as z from "zod";
import { SERVICE_DOWN, TOO_MANY_ATTEMPTS } from "@/lib/client/sign-in";
import type { FailedAttempts } from "@/lib/network/failed-attempts";
import { checkCredentials, keyOwner } from "./check-credentials";
import type { DashboardConfig } from "./config";
import { redeemSignInCode } from "./sign-in-code";
import { ANY_NAME, type StoredSession } from "./stored-session";

/** User name of a person who signed in by a link. */
const ADMIN_NAME = "admin";

const serviceForm = z.object({
  service: z.string(),
  // RFC 7617: a colon would separate the name from the password.
  username: z
    .string()
    .regex(/^[^:]+$/)
    .optional(),
  password: z.string().min(1),
  /** The password is also used as the token if none is given. */
  token: z.string().optional(),
  project: z.string().trim().optional(),
});
const linkForm = z.object({ code: z.string().min(1) });

/** Where an attempt comes from, and the limiter of failed attempts. */
export interface SignInAttempt {
  attempts: FailedAttempts;
  address: string;
}

/**
 * The user that a form signs in; null when the credentials are rejected. Throws `SERVICE_DOWN` when the service does
 * not answer, and `TOO_MANY_ATTEMPTS` instead of returning null after too many failures from that address.
 */
export async function signInToService(
  input: unknown,
  config: DashboardConfig,
  attempt: SignInAttempt,
): Promise<User | null> {
  const form = serviceForm.safeParse(input);
  if (!form.success) return null;
  const { service: serviceName, username, password, token, project } = form.data;
  const service = config.services.find(({ name }) => name === serviceName);
  if (!service || (service.user_name && username === undefined)) return null;
  const stored = {
    serviceName,
    username: service.user_name && username !== undefined ? username : ANY_NAME,
    password,
    token: token || password,
    projectId: project || undefined,
  };
  const user = await userOf(stored, config, attempt.address);
  if (!user && !(await attempt.attempts.failed(attempt.address))) throw new Error(TOO_MANY_ATTEMPTS);
  return user;
}

/**
 * The user that a sign-in link signs in: the owner of the built-in service's admin key. Null when the code is invalid.
 */
export async function signInByLink(
  input: unknown,
  config: DashboardConfig,
  adminKey: string | undefined,
  address: string,
): Promise<User | null> {
  const form = linkForm.safeParse(input);
  const [service] = config.services;
  if (!form.success || !config.takesLinks || !service || !adminKey) return null;
  const stored = { serviceName: service.name, username: ADMIN_NAME, password: adminKey, token: adminKey };
  // The service is checked first, so that a code is not used up while it is down.
  const user = await userOf(stored, config, address);
  return user && redeemSignInCode(config.dataFolder, form.data.code, new Date()) ? user : null;
}

async function userOf(stored: StoredSession, { services }: DashboardConfig, address: string): Promise<User | null> {
  const service = services.find(({ name }) => name === stored.serviceName);
  if (!service) return null;
  const check = await checkCredentials(service, stored, address);
  if (check === "down") throw new Error(SERVICE_DOWN);
  if (check === "too_many") throw new Error(TOO_MANY_ATTEMPTS);
  if (check === "refused") return null;
  const owner = service.user_name ? undefined : await keyOwner(service, stored, address);
  const name = owner ?? stored.username;
  return { id: name, name, stored: { ...stored, ...(owner !== undefined && { name: owner }) } };
}
