import * as z from "zod";
import { digest } from "./digest";
import { name, projectId } from "./primitives";

/** `multipart/form-data`: the bytes are one part, whose file name is kept. */
export const fileCreateRequest = z.object({
  project_id: projectId,
  file: z.file("must be a file part"),
});
export const fileCreateResponse = z.object({ digest: z.string() });

/** `digest` may be abbreviated to its first 22 characters or more. */
export const fileContentRequest = z.strictObject({ project_id: projectId, digest });

/** Name of a part sent without one. */
const UNNAMED_FILE = "file";
export const fileName = name.catch(UNNAMED_FILE);
