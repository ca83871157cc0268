import "server-only";
import type { AuthOptions, User } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { SERVICE_DOWN } from "@/lib/client/sign-in";
import { checkCredentials } from "./check-credentials";
import { adminKey, dashboardConfig, sessionSecret } from "./config";
import { redeemSignInCode } from "./sign-in-code";
import type { StoredSession } from "./stored-session";

export const SESSION_SECONDS = 12 * 60 * 60;

/** User name shown to who signed in by a link. */
const ADMIN_NAME = "admin";

const serviceForm = z.object({
  service: z.string(),
  username: z.string().min(1),
  password: z.string().min(1),
  token: z.string().optional(),
  sameAsPassword: z.string().optional(),
  project: z.string().optional(),
});
const linkForm = z.object({ code: z.string().min(1) });

/** Name of the session cookie: it holds the port, since cookies are shared by every port of a host. */
export function sessionCookieName(): string {
  return `loupe-${dashboardConfig().port}.session-token`;
}

/** next-auth's options; `isSecure` when the reader's browser speaks https. */
export function authOptions(isSecure: boolean): AuthOptions {
  const prefix = `loupe-${dashboardConfig().port}`;
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure } as const;
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    cookies: {
      sessionToken: { name: sessionCookieName(), options },
      csrfToken: { name: `${prefix}.csrf-token`, options },
      callbackUrl: { name: `${prefix}.callback-url`, options },
    },
    providers: [
      Credentials({
        id: "service",
        credentials: { service: {}, username: {}, password: {}, token: {}, sameAsPassword: {}, project: {} },
        authorize: (input) => signInToService(input),
      }),
      Credentials({ id: "link", credentials: { code: {} }, authorize: (input) => signInByLink(input) }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { name: user.name, stored: user.stored } : token),
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { name: token.name ?? "" },
        serviceName: token.stored?.serviceName ?? "",
        ...(token.stored?.projectId ? { projectId: token.stored.projectId } : {}),
      }),
    },
  };
}

async function signInToService(input: unknown): Promise<User | null> {
  const form = serviceForm.safeParse(input);
  if (!form.success) return null;
  const { service, username, password, token, sameAsPassword, project } = form.data;
  const takesPassword = sameAsPassword === "true" || sameAsPassword === "on" || !token;
  const stored = {
    serviceName: service,
    username,
    password,
    token: takesPassword ? password : token,
    projectId: project?.trim() || undefined,
  };
  return userOf(stored);
}

async function signInByLink(input: unknown): Promise<User | null> {
  const form = linkForm.safeParse(input);
  const { isBuiltIn, dataFolder, services } = dashboardConfig();
  const key = adminKey();
  const [service] = services;
  if (!form.success || !isBuiltIn || !service || !key) return null;
  // The service is asked first: a code is not used up while it is down.
  const user = await userOf({ serviceName: service.name, username: ADMIN_NAME, password: key, token: key });
  return user && redeemSignInCode(dataFolder, form.data.code, new Date()) ? user : null;
}

async function userOf(stored: StoredSession): Promise<User | null> {
  const service = dashboardConfig().services.find(({ name }) => name === stored.serviceName);
  if (!service) return null;
  const check = await checkCredentials(service, stored);
  if (check === "down") throw new Error(SERVICE_DOWN);
  return check === "accepted" ? { id: stored.username, name: stored.username, stored } : null;
}
