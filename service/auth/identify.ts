import { createHash, timingSafeEqual } from "node:crypto";
import { type HeaderReader, presentedKeys } from "./credentials";
import type { Identity } from "./identity";

/** Finds whose key a request carries; undefined when it has none or an unknown one. */
export type Identify = (header: HeaderReader) => Promise<Identity | undefined>;

const ADMIN: Identity = {
  keyId: "admin",
  owner: "admin",
  defaultProject: "local/default",
  roleOn: () => "admin",
};

/** Knows one key, the admin's; compared as SHA-256 in constant time. */
export function createIdentify(adminKey: string): Identify {
  const adminHash = sha256(adminKey);
  return async (header) => {
    const known = presentedKeys(header).some((key) => timingSafeEqual(sha256(key), adminHash));
    return known ? ADMIN : undefined;
  };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
