import { ApiError } from "@/lib/client/api-error";

/** The paths of the fields that show their errors themselves. */
const SHOWN = /^(?:email|note|days|roles\[\d+\]\.project_pattern)$/;

/** What the last attempt failed with: at each field, and everything else. */
export function fieldErrors(error: Error | null): {
  errorAt: (path: string) => string | undefined;
  message: string | undefined;
} {
  const errors = error instanceof ApiError ? error.errors : [];
  const rest = errors.filter(({ path }) => !SHOWN.test(path)).map(({ path, message }) => `${path} ${message}`);
  const hasShown = errors.length > rest.length;
  return {
    errorAt: (path) => errors.find((one) => one.path === path)?.message,
    message: rest.join("; ") || (hasShown ? undefined : error?.message),
  };
}
