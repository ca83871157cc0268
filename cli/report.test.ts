import { expect, it } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import { CommandError, EXIT, usageError } from "./exit-status";
import { report } from "./report";

it.each<[Error, number, string]>([
  [usageError("The ID is missing."), EXIT.usage, "The ID is missing."],
  [new CommandError("There is no prompt a."), EXIT.failed, "There is no prompt a."],
  [
    new ApiError("unreachable", "The service (http://a.test) did not respond."),
    EXIT.service,
    "The service (http://a.test) did not respond; check the address in LOUPE_URL or `loupe login`, and that the service is running.",
  ],
  [
    new ApiError("unauthenticated", "x", { status: 401, requestId: "r-1" }),
    EXIT.service,
    "The service does not accept the API key; run `loupe login`, or set LOUPE_API_KEY to a valid one (request r-1).",
  ],
  [
    new ApiError("forbidden", "This key does not have the member role on a/b; ask an admin for access", {
      status: 403,
    }),
    EXIT.service,
    "This key does not have the member role on a/b; ask an admin for access.",
  ],
  [
    new ApiError("invalid", "Not valid", { status: 422, errors: [{ path: "limit", message: "must not be negative" }] }),
    EXIT.usage,
    "limit must not be negative.",
  ],
  [new ApiError("not_found", "There is no call x.", { status: 404 }), EXIT.failed, "There is no call x."],
  [new ApiError("internal", "Something failed", { status: 500 }), EXIT.service, "Something failed."],
])("%s has the status %d", (error, status, text) => expect(report(error)).toEqual({ status, text }));
