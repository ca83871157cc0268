import type { z } from "zod";
import { formatPath } from "@/lib/json/format-path";
import { LIST_ERRORS } from "./limits";

/** One invalid field: `path` is written as `trajectory_groups[3].reward`; empty for the body itself. */
export interface FieldError {
  path: string;
  message: string;
}

export const UNKNOWN_FIELD = "is not a known field";

/** The invalid paths of a zod error; an unknown field has its own path, as far as there are not too many of them. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    if (issue.code === "unrecognized_keys")
      return issue.keys
        .slice(0, LIST_ERRORS)
        .map((key) => ({ path: formatPath([...issue.path, key]), message: UNKNOWN_FIELD }));
    return [{ path: formatPath(issue.path), message: issue.message }];
  });
}
