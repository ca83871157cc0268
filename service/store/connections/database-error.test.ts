import pg from "pg";
import { expect, test } from "vitest";
import { toAppError } from "./database-error";

function internalError(message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, 1, "error"), { code: "XX000" });
}

test.each([
  "failure on connection marked as essential: 10.0.0.7:5432",
  "failed to complete COPY on 10.0.0.7:5432",
  "terminating connection due to unexpected postmaster exit",
  "server closed the connection unexpectedly",
  "could not receive data from server: Connection reset by peer",
  "could not commit transaction for shard 102008 on at least one active node",
])("an internal error that a lost node causes is unavailable: %s", (message) => {
  expect(toAppError(internalError(message))).toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
});

test("any other internal error stays one, without its message", () => {
  const error = toAppError(internalError("cache lookup failed for value server closed the connection unexpectedly"));
  expect(error).toMatchObject({ message: "database error XX000 in unknown" });
});
