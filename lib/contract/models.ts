import * as z from "zod";

/** A callable model in the API's shape, with additional facts of this service. */
export const modelEntry = z.object({
  /** Usable as `model` in chat completions. */
  id: z.string(),
  object: z.literal("model"),
  /** Unix seconds; 0 where the model server does not say. */
  created: z.int(),
  owned_by: z.string(),
  root: z.string(),
  /** Extension: names of the model servers that serve it, as configured or found. */
  upstreams: z.array(z.string()).optional(),
  /** Extension: longest prompt and answer together, tokens, where the server says so. */
  max_model_len: z.int().optional(),
});
export type ModelEntry = z.infer<typeof modelEntry>;

export const modelListResponse = z.object({ object: z.literal("list"), data: z.array(modelEntry) });
