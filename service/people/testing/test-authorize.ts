import { hash, randomBytes } from "node:crypto";
import * as z from "zod";
import type { TestClient } from "./test-provider";

const tokens = z.object({ id_token: z.string(), access_token: z.string(), refresh_token: z.string() });

/** For tests: signs an account in as a browser would, and exchanges the code for tokens. */
export async function authorize(issuer: string, client: TestClient, account: string) {
  const [nonce, state, verifier] = [randomText(), randomText(), randomText()];
  const [redirectUri = ""] = client.redirect_uris;
  const asked = new URL("/auth", issuer);
  asked.search = new URLSearchParams({
    client_id: client.client_id,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid email profile groups",
    nonce,
    state,
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256",
  }).toString();
  const code = await followTo(redirectUri, asked, account);
  const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
  return { ...tokens.parse(await askForTokens(issuer, client, form)), nonce };
}

/** For tests: the provider's answer to a request for tokens. */
export async function askForTokens(issuer: string, client: TestClient, form: Record<string, string>): Promise<unknown> {
  const answer = await fetch(new URL("/token", issuer), {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
    body: new URLSearchParams(form),
  });
  return answer.json();
}

/** Follows redirects with cookies, and fills in the form for a password on the way. */
async function followTo(redirectUri: string, start: URL, account: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { url: URL; body?: URLSearchParams } = { url: start };
  for (let step = 0; step < 10; step += 1) {
    const { url, body } = next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { method: body ? "POST" : "GET", body, headers: { cookie }, redirect: "manual" });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) {
      const [, action = ""] = /action="([^"]+)"/.exec(await answer.text()) ?? [];
      next = {
        url: new URL(action, url),
        body: new URLSearchParams({ prompt: "login", login: account, password: "x" }),
      };
      continue;
    }
    next = { url: new URL(location, url) };
    const code = next.url.searchParams.get("code");
    if (next.url.href.startsWith(redirectUri) && code !== null) return code;
  }
  throw new Error(`no code was returned; the last address is ${next.url.href}`);
}

const randomText = () => randomBytes(32).toString("base64url");
