import * as z from "zod";

/** A callable model in the API's shape, with additional facts of this service. */
export const modelEntry = z.object({
  /** Usable as `model` in chat completions. */
  id: z.string(),
  object: z.literal("model"),
  /** Unix seconds; 0 if the model server does not report it. */
  created: z.int(),
  owned_by: z.string(),
  root: z.string(),
  /** The base model of an adapter. */
  parent: z.string().optional(),
  /** Extension: names of the model servers that serve it, as configured or detected. */
  upstreams: z.array(z.string()).optional(),
  /** Extension: maximum length of prompt and answer together, tokens, if the server reports it. */
  max_model_len: z.int().optional(),
});
export type ModelEntry = z.infer<typeof modelEntry>;

export const modelListResponse = z.object({ object: z.literal("list"), data: z.array(modelEntry) });
