import { AppError } from "@/lib/contract/app-error";
import pg from "pg";

const RETRY_AFTER_SECONDS = 1;
// It takes people longer to free disk space.
const DISK_RETRY_AFTER_SECONDS = 30;
// Connection lost, server stopping or starting, reader stalled, too many connections, deadlock, serialization failure;
// user rejected or database missing, as when another server answers at the address while ours is down.
const TRANSIENT = /^(08...|57P0.|25P03|53300|40P01|40001|28...|3D000)$/;

// Citus reports a lost connection between its nodes under codes of other errors.
const NODE_LOST =
  /^(failure on connection marked as essential|failed to complete COPY on|terminating connection|server closed the connection unexpectedly|no connection to the server|could not commit transaction for shard|could not (receive data from|send data to) server)/;

const DISK_FULL = "53100";

/**
 * The error for the caller of a failed query. The driver's message, detail and SQL may contain stored values, so only the
 * error code is passed on.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError) return fromServer(error);
  if (isConnectionError(error)) return unavailable("The database is not responding; try again");
  return error;
}

function fromServer({ code = "", routine, message }: pg.DatabaseError): Error {
  if (code === DISK_FULL) return diskFull("The database's disk is full; free disk space, then try again");
  if (code === "57014")
    return unavailable("The query took too long and was stopped; choose a shorter time range or add a filter");
  if (TRANSIENT.test(code) || NODE_LOST.test(message)) return unavailable("The database is not responding; try again");
  // Errors of class 42 are about the statement, which contains no values.
  const detail = code.startsWith("42") ? `: ${message}` : "";
  return new Error(`database error ${code} in ${routine ?? "unknown"}${detail}`);
}

/** Nothing more can be stored until disk space is freed. */
export function diskFull(message: string): AppError {
  return new AppError("storage_full", message, { retryAfterSeconds: DISK_RETRY_AFTER_SECONDS });
}

function unavailable(message: string): AppError {
  return new AppError("unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function isConnectionError(error: Error): boolean {
  if ("code" in error && /^E[A-Z]+$/.test(String(error.code))) return true;
  return /^(Connection terminated|SASL: |timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/.test(
    error.message,
  );
}
