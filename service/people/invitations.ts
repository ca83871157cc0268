import { hash, randomBytes } from "node:crypto";
import { AppError } from "@/lib/contract/app-error";
import { ADMIN_OWNER } from "@/lib/contract/grants";
import type { InvitationProblem } from "@/service/store/people/people-store";
import { isLike } from "@/service/store/people/same-name";

const TOKEN_BYTES = 32;

/** The token of a new invitation: 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** SHA-256, as it is stored: tokens are long and random, so a slow hash is not needed. */
export function tokenHash(token: string): string {
  return hash("sha256", token, "hex");
}

const TAKEN = new AppError("invalid", "Somebody else has this name; choose another one", {
  errors: [{ path: "name", message: "is taken; choose another one" }],
});

const PROBLEMS = {
  unknown: ["not_found", "There is no such invitation; check that the link is complete"],
  expired: ["conflict", "The invitation has expired; ask for a new one"],
  used: ["conflict", "The invitation was used before; sign in, or ask for a new one"],
  revoked: ["conflict", "The invitation was revoked; ask the person who invited you"],
  worthless: [
    "conflict",
    "The person who invited you may no longer give these roles; ask another admin for a new invitation",
  ],
  other_address: [
    "invalid",
    "The invitation is for another e-mail address, or the provider has not verified yours; sign in with the invited address",
  ],
} as const;

/**
 * Why an invitation cannot be used: `not_found`, `conflict`, or `invalid` if it is for another address or somebody else has
 * the name.
 */
export function invitationError(problem: InvitationProblem | "taken"): AppError {
  if (problem === "taken") return TAKEN;
  const [code, message] = PROBLEMS[problem];
  return new AppError(code, message);
}

/** Throws for the name of the admin key, and for those that look like it. */
export function requireFreeName(name: string): void {
  if (isLike(ADMIN_OWNER)(name)) throw TAKEN;
}
