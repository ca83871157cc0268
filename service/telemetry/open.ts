import { randomUUID } from "node:crypto";
import type { Metrics } from "./metrics";
import type { DatabaseOptions } from "@/service/store/connections/database";
import { openMigratedStore } from "@/service/store/open-store";
import type { TelemetryConfig } from "./config";
import type { TelemetryLog } from "./receiver";
import type { Tracing } from "./tracing";

export type TelemetryOptions = {
  config: TelemetryConfig | undefined;
  /** The name of this process: `server-1`. */
  process: string;
  version: string;
  connection: DatabaseOptions["connection"];
  /** Exported too. */
  metrics: Metrics;
  log: TelemetryLog;
};

/** Loupe's own traces and metrics, on their way to a receiver. */
export type Telemetry = {
  tracing: Tracing;
  /** Sends what is left, for at most so many milliseconds. */
  close: (limitMs: number) => Promise<void>;
};

/** Undefined if it is not configured; nothing of it is loaded then. Never rejects. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry | undefined> {
  const { config, connection } = options;
  if (!config) return undefined;
  const [{ startTelemetry }, installation] = await Promise.all([import("./sdk"), readInstallation(connection)]);
  return startTelemetry({ ...options, config, installation });
}

async function readInstallation(connection: DatabaseOptions["connection"]): Promise<string> {
  const store = openMigratedStore({ connection });
  try {
    return await store.installation();
  } catch {
    // The database is down; exports then look like those of another installation.
    return randomUUID();
  } finally {
    await store.close();
  }
}
