import { ApiError } from "./api-error";

/** Why something could not be done, such as "publish", with the fields that the service names and the request's id. */
export function failureWords(error: Error, action = "publish"): string {
  if (!(error instanceof ApiError)) return `Could not ${action}: ${error.message}`;
  const fields = error.errors.map(({ path, message }) => `${path} ${message}`).join("; ");
  return `Could not ${action}: ${fields || error.message}${error.requestId ? ` (request ${error.requestId})` : ""}`;
}
