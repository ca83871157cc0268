/** Every error the service answers with, and its HTTP status (design: "Errors"). */
export const ERROR_STATUS = {
  not_json: 400,
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  unknown_endpoint: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  not_implemented: 501,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
