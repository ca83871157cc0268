import { AppError } from "@/lib/contract/app-error";
import { ROLES, type Role } from "@/lib/contract/endpoint";

/** Who a request's key belongs to and what it may do. */
export type Identity = {
  /** Names the key in logs; never the key itself. */
  keyId: string;
  /** Stored as `ext_user_id` of what the key records. */
  owner: string;
  /** Where records go that name no project. */
  defaultProject: string;
  roleOn(projectId: string): Role | undefined;
};

/** Whether the key has `role`, or one that includes it, on the project. */
export function mayAccess(identity: Identity, projectId: string, role: Role): boolean {
  const has = identity.roleOn(projectId);
  return has !== undefined && ROLES.indexOf(has) >= ROLES.indexOf(role);
}

/** Throws `forbidden` unless the key has the role on the project. */
export function requireAccess(identity: Identity, projectId: string, role: Role): void {
  if (!mayAccess(identity, projectId, role)) throw forbidden(projectId, role);
}

export function forbidden(projectId: string, role: Role): AppError {
  return new AppError("forbidden", `This key lacks the role ${role} on project ${projectId}`);
}
