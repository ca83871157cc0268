import { ApiError } from "./api-error";

/** What failed and why, such as "Could not publish: …", with the fields that the service names and the request's id. */
export function failureWords(error: Error, outcome = "Could not publish"): string {
  if (!(error instanceof ApiError)) return `${outcome}: ${error.message}`;
  const fields = error.errors.map(({ path, message }) => `${path} ${message}`).join("; ");
  return `${outcome}: ${fields || error.message}${error.requestId ? ` (request ${error.requestId})` : ""}`;
}
