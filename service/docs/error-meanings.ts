import type { ErrorCode } from "@/lib/contract/error-codes";

/** What each error says to who gets it, and what to do: one that is left out does not compile. */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  not_json: "The body is not JSON; the message says where it goes wrong.",
  bad_request: "The request cannot be read.",
  unauthenticated: "There is no key, or one that is not known or is revoked.",
  forbidden: "The key has no role that allows this on the project.",
  unknown_endpoint: "The service has no such endpoint; the message names the likely one.",
  not_found: "The service has the endpoint, but not what the request names.",
  request_timeout: "The body paused for too long, or arrived too slowly.",
  method_not_allowed: "The path takes another method; `Allow` names it.",
  conflict: "What is there already contradicts the request.",
  too_large: "The body is larger than the limit.",
  unsupported_media_type: "The `Content-Type` is not one that the endpoint takes.",
  misdirected: "The service does not go by the name in `Host`.",
  invalid: "Fields fail the rules; `errors` names every one.",
  too_many_requests:
    "The key is over its share of the service, or too many from this address have wrong keys; try again after `Retry-After` seconds.",
  internal: "Something failed that nobody foresaw; the log has the request id.",
  bad_gateway: "The model server behind this one answered with what is no answer.",
  unavailable: "The database does not answer, or there is no room now; try again after `Retry-After` seconds.",
  gateway_timeout: "The model server behind this one did not answer in time.",
  storage_full: "The disk is full: nothing more is stored until there is room.",
};
