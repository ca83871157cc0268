import { AppError } from "@/lib/contract/app-error";
import type { Role } from "@/lib/contract/endpoint";
import { allows, type Grant, isServiceAdmin, patternsWith } from "@/lib/contract/grants";

/** Who a request's key belongs to and what it may do. */
export type Identity = {
  /** Names the key in logs; never the key itself. */
  keyId: string;
  /** Stored as `ext_user_id` of the key's records. */
  owner: string;
  /** The person whose key it is. */
  personId?: string;
  /** Project of records that name none. */
  defaultProject: string;
  /** The roles of the key by project pattern; without one that covers a project, the key has no access to it. */
  roles: readonly Grant[];
};

/** Whether the key has `role`, or one that includes it, on the project. */
export function mayAccess({ roles }: Identity, projectId: string, role: Role): boolean {
  return allows(roles, projectId, role);
}

/** Throws `forbidden` unless the key has the role on the project; with `*`, on all projects. */
export function requireAccess(identity: Identity, projectId: string, role: Role): void {
  if (mayAccess(identity, projectId, role)) return;
  const where = projectId === "*" ? "all projects" : `project ${projectId}`;
  throw new AppError("forbidden", `This key does not have the ${role} role on ${where}; ask an admin for access`);
}

/** Throws `forbidden` unless the key has the role on some project: without one the request cannot succeed. */
export function requireRole(identity: Identity, role: Role): void {
  if (patternsWith(identity.roles, role).length === 0)
    throw new AppError("forbidden", `This key does not have the ${role} role on any project; ask an admin for access`);
}

/** Throws `forbidden` unless the key has the admin role on every project. */
export function requireServiceAdmin({ roles }: Identity): void {
  if (!isServiceAdmin(roles))
    throw new AppError("forbidden", "This requires the admin role on all projects (*); ask an admin for access");
}
