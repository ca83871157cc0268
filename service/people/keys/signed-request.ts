import { createHmac, timingSafeEqual } from "node:crypto";
import type { Store } from "@/service/store/store";
import { ADMIN, type CurrentKey, identityOf, withoutSessions } from "./identify";
import type { Identity } from "./identity";
import { KeyLookups } from "./key-lookups";
import { hashKey } from "./key-text";

const VALID_SECONDS = 600;

type Signers = { store: Pick<Store, "findKeys">; adminKey: string; clock: () => Date };

/**
 * The parameters of an address that its holder may use without a key, for ten minutes and as the key's owner: those
 * given, and `key`, `expires` (Unix seconds) and `signature`. The secret is the stored hash of the key, so revoking the
 * key also revokes the address, and nobody but the key's owner could make one.
 */
export async function signedParameters(
  signers: Signers,
  keyId: string,
  method: string,
  parameters: Record<string, string>,
): Promise<Record<string, string>> {
  const expires = String(Math.floor(signers.clock().getTime() / 1000) + VALID_SECONDS);
  const signed = { ...parameters, key: keyId, expires };
  const secret = keyId === ADMIN.keyId ? hashOf(signers.adminKey) : (await signers.store.findKeys([keyId]))[0]?.hash;
  return withSignature(secret ?? "", method, signed);
}

/** Finds who signed the parameters of a request from `address`; undefined if nobody did, it has expired, or the key was revoked. */
export function createIdentifySigned({ store, adminKey, clock }: Signers, current: CurrentKey = withoutSessions) {
  const lookups = new KeyLookups((ids) => store.findKeys(ids));
  return async (
    method: string,
    { signature, ...signed }: Record<string, string>,
    address: string,
  ): Promise<Identity | undefined> => {
    const { key, expires } = signed;
    if (!signature || !key || !(Number(expires) * 1000 > clock().getTime())) return undefined;
    const stored = key === ADMIN.keyId ? undefined : await lookups.find(key, address);
    const secret = key === ADMIN.keyId ? hashOf(adminKey) : stored?.hash;
    if (!secret || !isSame(signature, signatureOf(secret, method, signed))) return undefined;
    if (!stored) return ADMIN;
    const valid = await current(stored);
    return valid && identityOf(valid);
  };
}

/** The parameters with their signature by a secret, the stored hash of a key. */
export function withSignature(
  secret: string,
  method: string,
  parameters: Record<string, string>,
): Record<string, string> {
  return { ...parameters, signature: signatureOf(secret, method, parameters) };
}

function signatureOf(secret: string, method: string, parameters: Record<string, string>): string {
  const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHmac("sha256", secret)
    .update(JSON.stringify([method, sorted]))
    .digest("base64url");
}

const hashOf = (key: string) => hashKey(key).toString("hex");

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
