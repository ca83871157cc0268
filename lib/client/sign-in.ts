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

/** Ends the session; false when the dashboard did not respond. */
export async function signOut(): Promise<boolean> {
  try {
    await postAuth("/api/auth/signout", {});
    return true;
  } catch {
    return false;
  }
}
