import * as z from "zod";

/** What W&B's SDKs request from a W&B server before they trace: the key's owner, and whether a project exists. */
export const graphqlRequest = z.object({
  query: z.string(),
  variables: z.object({ name: z.string().nullish(), entityName: z.string().nullish() }).nullish(),
});

/** A GraphQL response: `data`, or `errors` with status 200. */
export const graphqlResponse = z.object({
  data: z
    .object({
      viewer: z.object({ username: z.string(), defaultEntity: z.object({ name: z.string() }) }).optional(),
      project: z.object({ name: z.string() }).optional(),
    })
    .optional(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
});
