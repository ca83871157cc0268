import * as z from "zod";
import { LOOPBACK } from "./loopback";

/** Algorithms of ID tokens: only those with a public key, so that nobody who can verify a token can make one. */
export const ID_TOKEN_ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
] as const;
export type IdTokenAlgorithm = (typeof ID_TOKEN_ALGORITHMS)[number];

/** The issuer of a provider, unchanged, since it must be the same as in tokens. */
export const providerAddress = z
  .string()
  .refine(
    isProviderAddress,
    "the provider's issuer, such as https://login.example.com/realms/main; http only on this machine",
  );

function isProviderAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.includes(hostname));
}
