import type { z } from "zod";
import { formatPath } from "@/lib/json/format-path";

/** One invalid field: `path` is written as `trajectory_groups[3].reward`; empty for the body itself. */
export interface FieldError {
  path: string;
  message: string;
}

/** Every invalid path of a zod error; an unknown field has its own path. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: "is not a known field" }));
    return [{ path: formatPath(issue.path), message: issue.message }];
  });
}
