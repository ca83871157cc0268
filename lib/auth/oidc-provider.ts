import "server-only";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { SignInProvider } from "./config";

/** Id of the provider in next-auth, and in the paths of its actions. */
export const OIDC_PROVIDER = "oidc";

const TIMEOUT_MS = 10_000;

/**
 * The configured provider: an authorization code with PKCE, whose tokens the service verifies and keeps. With
 * `choosesAccount` the provider lets the person choose an account instead of taking the one that they used last.
 */
export function oidcProvider(config: SignInProvider, choosesAccount = false): OAuthConfig<{ sub: string }> {
  return {
    id: OIDC_PROVIDER,
    name: config.name,
    type: "oauth",
    wellKnown: `${config.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    client: { id_token_signed_response_alg: config.algorithm },
    checks: ["pkce", "state", "nonce"],
    idToken: true,
    authorization: { params: { scope: config.scope, ...(choosesAccount && { prompt: "select_account" }) } },
    httpOptions: { timeout: TIMEOUT_MS },
    token: {
      // As next-auth does, but with the nonce, which the service checks too.
      async request({ client, params, checks, provider }) {
        const tokens = await client.callback(provider.callbackUrl, params, checks);
        return { tokens: Object.assign(tokens, { nonce: "nonce" in checks ? checks.nonce : undefined }) };
      },
    },
    profile: ({ sub }) => ({ id: sub, name: sub }),
  };
}
