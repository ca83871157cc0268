import { ApiError } from "@/lib/client/api-error";

/** Why something was not stored: the invalid fields, and the request id. */
export function failureWords(error: Error): string {
  if (!(error instanceof ApiError)) return `Could not store the table: ${error.message}`;
  const fields = error.errors.map(({ path, message }) => `${path} ${message}`).join("; ");
  const request = error.requestId ? ` (request ${error.requestId})` : "";
  return `Could not store the table: ${fields || error.message}${request}`;
}
