import { onTestFinished } from "vitest";
import { Metrics } from "./metrics";
import type { DatabaseOptions } from "@/service/store/connections/database";
import type { TelemetryConfig } from "./config";
import { type Telemetry, openTelemetry } from "./open";

const LIMIT_MS = 5_000;

/** For tests: telemetry with its log and its metrics. */
export type TestTelemetry = Telemetry & { log: string[]; metrics: Metrics };

/** Exports to an address until the test has ended. */
export async function exportTo(
  endpoint: string,
  connection: DatabaseOptions["connection"],
  config: Partial<TelemetryConfig> = {},
): Promise<TestTelemetry> {
  const log: string[] = [];
  const metrics = new Metrics();
  const note = (text: string) => void log.push(text);
  const telemetry = await openTelemetry({
    config: {
      endpoint,
      headers: {},
      serviceName: "loupe",
      resource: {},
      sampler: "parentbased_always_on",
      ratio: 1,
      spansEveryMs: 20,
      metricsEveryMs: 60_000,
      ...config,
    },
    process: "server-1",
    version: "0.0.0-test",
    connection,
    metrics,
    log: { info: note, warn: note },
  });
  if (!telemetry) throw new Error("It is configured");
  let closing: Promise<void> | undefined;
  const close = async (limitMs: number) => (closing ??= telemetry.close(limitMs));
  onTestFinished(() => close(LIMIT_MS));
  return { tracing: telemetry.tracing, close, log, metrics };
}
