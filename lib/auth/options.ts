import "server-only";
import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { signInByLink, signInToService } from "./authorize";
import { adminKey, dashboardConfig, sessionSecret } from "./config";
import { addressOf, SignInLimit } from "./sign-in-limit";

const SESSION_SECONDS = 12 * 60 * 60;

const signInLimit = new SignInLimit();

/** Name of the session cookie: it holds the port, since cookies are shared by every port of a host. */
export function sessionCookieName(): string {
  return `loupe-${dashboardConfig().port}.session-token`;
}

/** next-auth's options; `isSecure` when the reader's browser speaks https. */
export function authOptions(isSecure: boolean): AuthOptions {
  const config = dashboardConfig();
  const prefix = `loupe-${config.port}`;
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
        credentials: { service: {}, username: {}, password: {}, token: {}, project: {} },
        authorize: (form, { headers }) =>
          signInToService(form, config, { limit: signInLimit, address: addressOf(headers), now: Date.now() }),
      }),
      Credentials({
        id: "link",
        credentials: { code: {} },
        // Without a limit: nobody guesses a code, and whoever is kept out by others' attempts comes in by one.
        authorize: (form) => signInByLink(form, config, adminKey()),
      }),
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
