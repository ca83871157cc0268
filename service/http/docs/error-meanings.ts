import type { ErrorCode } from "@/lib/contract/error-codes";

/** The meaning of each error for the caller, and what to do about it; a missing one does not compile. */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  not_json: "The body is not valid JSON; the message gives the position of the error.",
  bad_request: "The request cannot be read.",
  unauthenticated: "The key is missing, unknown or revoked.",
  forbidden: "The key has no role that allows this on the project.",
  unknown_endpoint: "The service has no such endpoint; the message suggests the closest match.",
  not_found: "The endpoint exists, but the resource in the request does not.",
  request_timeout: "The body paused for too long, or arrived too slowly.",
  method_not_allowed: "The path does not support this method; `Allow` names those it does.",
  conflict: "The request conflicts with stored data, such as another record with the same ID.",
  too_large: "The body is larger than the limit.",
  unsupported_media_type: "The endpoint does not accept this `Content-Type`.",
  misdirected: "The host name in `Host` is not allowed; `LOUPE_ALLOWED_HOSTS` lists the allowed ones.",
  invalid: "Fields are invalid; `errors` lists each of them.",
  too_many_requests:
    "The key exceeds its share of the service, or there were too many failed authentication attempts from this address; retry after `Retry-After` seconds.",
  internal: "Unexpected error in the service; its log has the details under the request ID.",
  not_implemented:
    "Loupe does not implement this endpoint or option of a compatible API (such as Langfuse's); the message names it.",
  bad_gateway: "The model server did not respond, or returned an invalid response.",
  unavailable: "The database does not respond, or the service is overloaded; retry after `Retry-After` seconds.",
  gateway_timeout: "The model server did not respond in time.",
  storage_full: "The disk is full: nothing is stored until there is free space.",
};
