import { AppError } from "@/lib/contract/app-error";
import type { Endpoint } from "@/lib/contract/endpoint";
import { fromHeaderText } from "@/lib/contract/header-text";
import { projectId } from "@/lib/contract/primitives";
import { type Identity, requireAccess } from "@/service/auth/identity";
import type { ServiceContext } from "@/service/middleware/env";

export const CLIENT_PROJECT = "Client-Project";

/** The caller of a model, the project, and whether a header names the project. */
export type ProjectOfCall = { identity: Identity; project: string; isNamed: boolean };

/**
 * The project of the header `Client-Project`, else the key's own. Throws `invalid` for a header that is not a project,
 * and `forbidden` if the key does not have the endpoint's role there.
 */
export function requireProject(c: ServiceContext, { role }: Endpoint): ProjectOfCall {
  const identity = c.get("identity");
  // Default deny: only requests that passed the guard are answered.
  if (!identity || role === "none") throw new AppError("forbidden", "This endpoint requires a role");
  const header = c.req.header(CLIENT_PROJECT);
  const project = header === undefined ? identity.defaultProject : readProject(header);
  requireAccess(identity, project, role);
  return { identity, project, isNamed: header !== undefined };
}

function readProject(header: string): string {
  const parsed = projectId.safeParse(fromHeaderText(header));
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? "is not a project";
  throw new AppError("invalid", `${CLIENT_PROJECT}: ${message}`, { errors: [{ path: CLIENT_PROJECT, message }] });
}
