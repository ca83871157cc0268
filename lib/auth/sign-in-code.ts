import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

const LIFETIME_MS = 10 * 60_000;
const CODE_BYTES = 32;

const folderOf = (dataFolder: string) => path.join(dataFolder, "sign-in-codes");
// The folder contains only hashes, none of which can be used to sign in.
const fileOf = (dataFolder: string, code: string) =>
  path.join(folderOf(dataFolder), createHash("sha256").update(code).digest("hex"));

/** Creates a code (43 URL-safe characters) that signs in once within ten minutes of `now`. Server only. */
export function createSignInCode(dataFolder: string, now: Date): string {
  mkdirSync(folderOf(dataFolder), { recursive: true, mode: 0o700 });
  removeExpired(dataFolder, now);
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const expires = new Date(now.getTime() + LIFETIME_MS).toISOString();
  writeFileSync(fileOf(dataFolder, code), expires, { mode: 0o600, flag: "wx" });
  return code;
}

/** True for exactly one caller with a code that was created here and has not expired at `now`. Server only. */
export function redeemSignInCode(dataFolder: string, code: string, now: Date): boolean {
  const expires = take(fileOf(dataFolder, code));
  return expires !== undefined && now.toISOString() < expires;
}

/** Reads and deletes a code; of several callers at once, only the one whose unlink succeeds gets the text. */
function take(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8");
    unlinkSync(file);
    return text;
  } catch {
    return undefined;
  }
}

function removeExpired(dataFolder: string, now: Date): void {
  for (const name of readdirSync(folderOf(dataFolder))) {
    const file = path.join(folderOf(dataFolder), name);
    try {
      if (readFileSync(file, "utf8") <= now.toISOString()) unlinkSync(file);
    } catch {
      // Already redeemed by another request.
    }
  }
}
