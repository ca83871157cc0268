import { AppError } from "@/lib/contract/app-error";
import { invalidField } from "@/lib/contract/validate";
import type { Endpoint } from "@/lib/contract/endpoint";
import { fromHeaderText } from "@/lib/contract/header-text";
import { projectId } from "@/lib/contract/primitives";
import { type Identity, requireAccess } from "@/service/people/keys/identity";
import type { ServiceContext } from "@/service/http/middleware/env";

const CLIENT_PROJECT = "Client-Project";

/** Headers of tracing SDKs that name the project: Loupe's, Phoenix's and Weave's. */
export const PROJECT_HEADERS = ["x-project", "x-project-name", "project_id"];

/** The caller, the project of the request, and whether a header names it. */
export type ProjectOfCall = { identity: Identity; project: string; isNamed: boolean };

/**
 * The project that the first of these headers names, else the key's own. Throws `invalid` for a header that is not a
 * project, and `forbidden` if the key does not have the endpoint's role there.
 */
export function requireProject(
  c: ServiceContext,
  { role }: Endpoint,
  headers: readonly string[] = [CLIENT_PROJECT],
): ProjectOfCall {
  const identity = c.get("identity");
  // Default deny: only requests that passed the guard are answered.
  if (!identity || role === "none")
    throw new AppError("forbidden", "This endpoint requires an API key with a role on the project");
  const named = headers.find((name) => c.req.header(name) !== undefined);
  const project = named === undefined ? identity.defaultProject : readProject(named, c.req.header(named) ?? "");
  c.get("audit")?.concerns({ project_id: project });
  requireAccess(identity, project, role);
  return { identity, project, isNamed: named !== undefined };
}

function readProject(name: string, header: string): string {
  const parsed = projectId.safeParse(fromHeaderText(header));
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? "is not a project";
  throw invalidField(name, message);
}
