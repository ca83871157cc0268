import type { Endpoint } from "@/lib/contract/endpoint";
import * as z from "zod";

/** User name for services that ignore it, the same as in the documentation for programs. */
export const ANY_NAME = "api";

/** The content of the encrypted session cookie. */
export const storedSession = z.object({
  serviceName: z.string(),
  username: z.string(),
  /** The name shown to the user, if it is not the user name. */
  name: z.string().optional(),
  /** For Basic. */
  password: z.string(),
  /** For Bearer. */
  token: z.string(),
  projectId: z.string().optional(),
  /** Whether the key is that of a session which a sign-in provider has started, and ends with it. */
  isPerson: z.literal(true).optional(),
});
export type StoredSession = z.infer<typeof storedSession>;

/** The `Authorization` header that an endpoint of the contract requires. */
export function authorizationFor(auth: Endpoint["auth"], session: StoredSession): string | undefined {
  if (auth === "bearer") return `Bearer ${session.token}`;
  if (auth === "none" || auth === "signed") return undefined;
  return `Basic ${Buffer.from(`${session.username}:${session.password}`).toString("base64")}`;
}
