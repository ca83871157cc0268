/**
 * `refused`: the service does not know the key, or the link's code was already used or has expired. `too_many`:
 * rejected after too many failed attempts from this address. `unreachable`: the dashboard did not answer, or not as
 * expected.
 */
export type SignInOutcome = "signed_in" | "refused" | "service_down" | "too_many" | "unreachable";

/**
 * The `error` in next-auth's answer when the service could not be reached; any other value means that it rejected the
 * credentials.
 */
export const SERVICE_DOWN = "ServiceDown";

/** The `error` in next-auth's answer to an attempt after too many failed ones. */
export const TOO_MANY_ATTEMPTS = "TooManyAttempts";

/** The `error` when the service does not accept what the sign-in provider says, and when it gives the person no rights. */
export const TOKEN_REFUSED = "TokenRefused";
export const NO_ACCESS = "NoAccess";

/** The `error` when the service has no sign-in provider. */
export const NOT_SET_UP = "NotSetUp";

/** The `error` when an invitation cannot be used any more, and when it is for another address. */
export const INVITATION_ENDED = "InvitationEnded";
export const INVITATION_OF_ANOTHER = "InvitationOfAnother";

/** next-auth's own `error` when the provider does not answer at the start. */
const PROVIDER_DOWN = "OAuthSignin";

/**
 * Why somebody could not sign in at the provider; `not_completed`: canceled there, begun in another browser or too long
 * ago, or the provider's answer is not valid.
 */
export type ProviderFailure =
  | "not_completed"
  | "no_access"
  | "not_set_up"
  | "invitation_ended"
  | "invitation_of_another"
  | "provider_down"
  | "service_down"
  | "too_many"
  | "unreachable";

const PROVIDER_FAILURES: Record<string, ProviderFailure> = {
  [NO_ACCESS]: "no_access",
  [NOT_SET_UP]: "not_set_up",
  [INVITATION_ENDED]: "invitation_ended",
  [INVITATION_OF_ANOTHER]: "invitation_of_another",
  [PROVIDER_DOWN]: "provider_down",
  [SERVICE_DOWN]: "service_down",
  [TOO_MANY_ATTEMPTS]: "too_many",
};

/** What an `error` of next-auth means. */
export function providerFailure(error: string): ProviderFailure {
  return Object.hasOwn(PROVIDER_FAILURES, error) ? (PROVIDER_FAILURES[error] ?? "not_completed") : "not_completed";
}

type Provider = "service" | "link";

const SIGN_IN_PATHS = { service: "/api/auth/callback/service", link: "/api/auth/callback/link" } as const;

function field(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" || value === null || !(name in value)) return undefined;
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === "string" ? found : undefined;
}

/** Posts a form to next-auth with its anti-forgery token; returns the address in its answer. */
async function postAuth(path: string, fields: Record<string, string>): Promise<URL> {
  const csrfAnswer: unknown = await (await fetch("/api/auth/csrf", { cache: "no-store" })).json();
  const csrfToken = field(csrfAnswer, "csrfToken");
  if (!csrfToken) throw new Error("no anti-forgery token");
  const body = new URLSearchParams({ ...fields, csrfToken, callbackUrl: window.location.origin, json: "true" });
  const answer: unknown = await (await fetch(path, { method: "POST", body })).json();
  const url = field(answer, "url");
  if (!url) throw new Error("no address in the answer");
  return new URL(url, window.location.origin);
}

/**
 * Signs in with next-auth's own form endpoints. Its browser module is not used, because it leaves the page when the
 * dashboard does not answer, and typed text would be lost.
 */
export async function signIn(provider: Provider, fields: Record<string, string>): Promise<SignInOutcome> {
  try {
    const error = (await postAuth(SIGN_IN_PATHS[provider], fields)).searchParams.get("error");
    if (error === null) return "signed_in";
    if (error === TOO_MANY_ATTEMPTS) return "too_many";
    return error === SERVICE_DOWN ? "service_down" : "refused";
  } catch {
    return "unreachable";
  }
}

/** Where in the browser's tab it is noted which page follows the sign-in at the provider. */
const NEXT_KEY = "loupe-sign-in-next";

/** Tells the other tabs that somebody has signed in. */
export const SIGN_IN_CHANNEL = "loupe-sign-in";

/** Instead of a page: the tab was opened for the sign-in, and is closed after it. */
export const CLOSE_TAB = "close";

/**
 * Leaves for the sign-in provider, in this tab or the given one; afterwards the page `next` follows. `invitation`: the token
 * of one that is accepted with it. Returns why it could not.
 */
export async function signInAtProvider(
  next: string,
  { tab = window, invitation }: { tab?: Window | undefined; invitation?: string | undefined } = {},
): Promise<ProviderFailure | undefined> {
  try {
    const url = await postAuth("/api/auth/signin/oidc", invitation === undefined ? {} : { invitation });
    const error = url.searchParams.get("error");
    if (url.origin === window.location.origin && error !== null) return providerFailure(error);
    tab.sessionStorage.setItem(NEXT_KEY, next);
    // The provider's page must not reach the one that opened it.
    tab.opener = null;
    tab.location.assign(url);
    return undefined;
  } catch {
    return "unreachable";
  }
}

/** The page that follows the sign-in in this tab, noted when it left. */
export function takeNextPage(): string | undefined {
  const next = window.sessionStorage.getItem(NEXT_KEY) ?? undefined;
  window.sessionStorage.removeItem(NEXT_KEY);
  return next;
}

/** Ends the session; returns the page that follows, undefined when the dashboard did not respond. */
export async function signOut(): Promise<string | undefined> {
  try {
    const next = await postAuth("/api/auth/signout", {});
    // Elsewhere the provider's own session is ended.
    return next.origin === window.location.origin ? "/sign-in" : next.href;
  } catch {
    return undefined;
  }
}
