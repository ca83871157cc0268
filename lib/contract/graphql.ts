import * as z from "zod";

/** What W&B's SDKs ask a W&B server before they trace: who the key's owner is, and whether a project is there. */
export const graphqlRequest = z.object({
  query: z.string(),
  variables: z.object({ name: z.string().nullish(), entityName: z.string().nullish() }).nullish(),
});

/** As GraphQL answers: `data`, or `errors` under a 200. */
export const graphqlResponse = z.object({
  data: z
    .object({
      viewer: z.object({ username: z.string(), defaultEntity: z.object({ name: z.string() }) }).optional(),
      project: z.object({ name: z.string() }).optional(),
    })
    .optional(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
});
