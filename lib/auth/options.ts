import "server-only";
import type { AuthOptions, User } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { FailedAttempts } from "@/lib/network/failed-attempts";
import { signInByLink, signInToService } from "./authorize";
import type { PeopleSignOut } from "@/lib/contract/people";
import { adminKey, dashboardConfig, SESSION_SECONDS, sessionSecret } from "./config";
import { endedSessions } from "./ended-sessions";
import { OIDC_PROVIDER, oidcProvider } from "./oidc-provider";
import { endPersonSession, startPersonSession } from "./person-session";
import { readerAddress } from "./reader-address";

/** What next-auth reports about a cookie without a valid session: anyone can send one. */
const COOKIE_ERRORS = ["JWT_SESSION_ERROR"];

const attempts = new FailedAttempts();

/** Name of the cookie that a sign-out leaves, so that the person chooses an account at the provider next time. */
export const chooseAccountCookieName = () => `loupe-${dashboardConfig().port}.choose-account`;

/** Name of the session cookie. It contains the port, since cookies are shared by all ports of a host. */
export function sessionCookieName(): string {
  return `loupe-${dashboardConfig().port}.session-token`;
}

/**
 * What a request brings along: the reader's address, whether the person chooses an account at the provider, and where it is
 * noted what follows there after a sign-out.
 */
export interface AuthRequest {
  address?: string;
  choosesAccount?: boolean;
  /** The token of the invitation that is accepted with a sign-in at the provider. */
  invitation?: string | undefined;
  onSignOut?: (ended: PeopleSignOut) => void;
}

/** next-auth's options; `isSecure` when the user's browser uses https. */
export function authOptions(
  isSecure: boolean,
  { address = "", choosesAccount, invitation, onSignOut }: AuthRequest = {},
): AuthOptions {
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
      state: { name: `${prefix}.state`, options },
      nonce: { name: `${prefix}.nonce`, options },
      pkceCodeVerifier: { name: `${prefix}.pkce`, options },
      // next-auth answers 500 to an invalid address. The cookie is not needed: with a random name it is never read.
      callbackUrl: { name: `${prefix}.callback-url.${crypto.randomUUID()}`, options: { ...options, maxAge: 0 } },
    },
    logger: {
      error: (code, metadata) => {
        if (!COOKIE_ERRORS.includes(code)) console.error(`sign-in: ${code}: ${reasonOf(metadata)}`);
      },
      warn: (code) => console.warn(`sign-in: ${code}`),
    },
    events: {
      signOut: async ({ token }) => {
        if (token.sessionId) await endedSessions().end(token.sessionId, Date.now());
        const ended = await endPersonSession(token.stored, config, address);
        if (ended) onSignOut?.(ended);
      },
    },
    providers: [
      Credentials({
        id: "service",
        credentials: { service: {}, username: {}, password: {}, token: {}, project: {} },
        authorize: (form, { headers }) =>
          signInToService(form, config, { attempts, address: readerAddress(headerReader(headers)) }),
      }),
      Credentials({
        id: "link",
        credentials: { code: {} },
        // Codes cannot be guessed, so failed ones are not counted.
        authorize: (form, { headers }) => signInByLink(form, config, adminKey(), readerAddress(headerReader(headers))),
      }),
      ...(config.oidc ? [oidcProvider(config.oidc, choosesAccount)] : []),
    ],
    callbacks: {
      redirect: ({ baseUrl }) => baseUrl,
      // What it throws is in the answer, as with the other providers.
      signIn: async ({ user, account }) => {
        if (account?.provider === OIDC_PROVIDER) {
          user.stored = await startPersonSession(account, config, address, invitation);
        }
        return user.stored !== undefined;
      },
      jwt: async ({ token, user }) => {
        if (user) return { name: nameOf(user), stored: user.stored, sessionId: crypto.randomUUID() };
        // Thrown, since next-auth then answers without a session and removes the cookie.
        if (!token.sessionId || (await endedSessions().has(token.sessionId))) throw new Error("the session has ended");
        return token;
      },
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { name: token.name ?? "" },
        serviceName: token.stored?.serviceName ?? "",
        ...(token.stored?.projectId ? { projectId: token.stored.projectId } : {}),
      }),
    },
  };
}

const nameOf = ({ stored, name }: User) => stored?.name ?? name;

/** Longest reason in the log, characters. */
const REASON_CHARS = 300;

/** One short line without a stack, which anyone could fill the log with: a reason may be from the address of a request. */
function reasonOf(metadata: Error | { error?: Error }): string {
  const error = metadata instanceof Error ? metadata : metadata.error;
  const reason = error?.message ?? "no reason given";
  return reason.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").slice(0, REASON_CHARS);
}

/** Reads headers as next-auth passes them. */
const headerReader = (headers: Readonly<Record<string, unknown>> | undefined) => (name: string) => {
  const value = headers?.[name];
  return typeof value === "string" ? value : undefined;
};
