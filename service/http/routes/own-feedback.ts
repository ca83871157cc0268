import { AppError } from "@/lib/contract/app-error";
import { equals } from "@/lib/contract/conditions";
import type { Query } from "@/lib/contract/expression";
import { type Identity, mayAccess } from "@/service/people/keys/identity";
import type { Store } from "@/service/store/store";

/**
 * The feedback selected by a query that the key may change: all of it for an admin of the project, else that of its
 * owner. Throws `forbidden` if the query also selects feedback of others, so that no part is skipped silently.
 */
export async function ownFeedback(store: Store, identity: Identity, project_id: string, query: Query): Promise<Query> {
  if (mayAccess(identity, project_id, "admin")) return query;
  const isOwn = equals("ext_user_id", identity.owner);
  const others: Query = { $expr: { $and: [query.$expr, { $not: [isOwn] }] } };
  const first = { project_id, query: others, fields: ["id" as const], limit: 1 };
  for await (const found of store.listFeedback(first, new AbortController().signal))
    if (found.length > 0)
      throw new AppError("forbidden", `Only admins of project ${project_id} may change other people's feedback`);
  return { $expr: { $and: [query.$expr, isOwn] } };
}

/** The record with an id. */
export function feedbackWithId(id: string): Query {
  return { $expr: equals("id", id) };
}
