import { AppError } from "@/lib/contract/app-error";
import { type Grant, covers, patternsWith } from "@/lib/contract/grants";
import type { Identity } from "./identity";

/** The projects whose keys and people a key may manage. */
export const managedBy = ({ roles }: Identity): string[] => patternsWith(roles, "admin");

/** Throws `forbidden` for roles on projects of which the key is not an admin: nobody grants more than they may do. */
export function requireManaged(roles: readonly Grant[], identity: Identity): void {
  const patterns = managedBy(identity);
  const beyond = roles.filter(({ project_pattern }) => !patterns.some((pattern) => covers(pattern, project_pattern)));
  if (beyond.length === 0) return;
  const names = beyond.map(({ project_pattern }) => project_pattern).join(", ");
  throw new AppError("forbidden", `This key does not have the admin role on ${names}`);
}
