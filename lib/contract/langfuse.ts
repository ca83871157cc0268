import * as z from "zod";

/** The project of the key, or of the header `x-project`: Langfuse's own keys belong to one project. */
export const langfuseProjects = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      organization: z.object({ id: z.string(), name: z.string() }),
      metadata: z.object({}),
    }),
  ),
});

export const langfuseHealth = z.object({ status: z.literal("OK"), version: z.string() });

/** No request has fields; the project is in the key or a header. */
export const langfuseNoFields = z.object({});
