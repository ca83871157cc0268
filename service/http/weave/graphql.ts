import type { z } from "zod";
import { endpoints } from "@/lib/contract/endpoints";
import type { graphqlRequest, graphqlResponse } from "@/lib/contract/graphql";
import { projectId } from "@/lib/contract/primitives";
import { type Identity, mayAccess } from "@/service/people/keys/identity";
import { route } from "@/service/http/routes/route";

type Question = z.output<typeof graphqlRequest>;
type Answer = z.output<typeof graphqlResponse>;

/** The two queries that W&B's SDKs send to W&B's own server at start; no other GraphQL is supported. */
export const graphqlRoutes = {
  graphql: route(endpoints.graphql, "each", async (_deps, question, { identity }) => answer(question, identity)),
};

function answer({ query, variables }: Question, identity: Identity): Answer {
  if (/\bviewer\b/.test(query)) {
    const [entity = ""] = identity.defaultProject.split("/");
    return { data: { viewer: { username: identity.owner, defaultEntity: { name: entity } } } };
  }
  if (/\bproject\s*\(/.test(query)) return projectAnswer(variables, identity);
  return {
    errors: [{ message: "Only the queries `viewer` and `project(name, entityName)` are supported" }],
  };
}

/** A project exists as soon as the key may write to it: its first call creates it. */
function projectAnswer(variables: Question["variables"], identity: Identity): Answer {
  const { name = "", entityName = "" } = variables ?? {};
  const id = projectId.safeParse(`${entityName}/${name}`);
  if (name && id.success && mayAccess(identity, id.data, "member")) return { data: { project: { name } } };
  // W&B's own message, which the SDKs recognize.
  const extensions = { code: "PERMISSION_ERROR" };
  return { errors: [{ message: `This key may not write to project ${entityName}/${name}`, extensions }] };
}
