import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepMeasuringBacklog } from "@/service/background/tasks/backlog";
import { Metrics } from "@/service/telemetry/metrics";
import { useClient } from "@/service/store/testing/test-client";
import { useStore } from "@/service/store/testing/test-store";
import { administer } from "./admin";

const opened = useStore();
const client = useClient(opened);

/** The address of the tests' database, whose server may have no port. */
function databaseUrl(): string {
  const { connectionString, host = "", port, user = "", database } = opened().connection;
  return connectionString ?? `postgresql:///${database}?${new URLSearchParams({ host, port: `${port}`, user })}`;
}

/** The metric as it is once the process that reports it has read the store. */
async function lastBackup(): Promise<number | undefined> {
  const metrics = new Metrics();
  const stop = new AbortController();
  const backlog = () => {
    stop.abort();
    return opened().store.backlog();
  };
  await keepMeasuringBacklog({ backlog }, metrics, { logger: pino({ enabled: false }), signal: stop.signal });
  const sample = /^loupe_last_backup_timestamp_seconds (\S+)$/m.exec(metrics.text());
  return sample ? Number(sample[1]) : undefined;
}

test("the time of a backup is in the metrics; that of one which failed is not", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-admin-"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  vi.stubEnv("DATABASE_URL", databaseUrl());
  await expect(administer(["backup", path.join(folder, "missing", "one")])).rejects.toThrow("ENOENT");
  expect(await lastBackup()).toBeUndefined();
  const file = path.join(folder, "one");
  expect(await administer(["backup", file])).toBe(`saved to ${file}`);
  expect(existsSync(file)).toBe(true);
  const { rows } = await client().query<{ at: number }>(
    "select extract(epoch from at)::float8 as at from audit_records where action = 'admin backup' and outcome = 'ok'",
  );
  expect(rows).toHaveLength(1);
  expect(await lastBackup()).toBeCloseTo(rows[0]?.at ?? Number.NaN, 2);
});
