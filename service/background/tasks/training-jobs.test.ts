import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { Quarantine } from "@/service/background/leases/quarantine";
import { Metrics } from "@/service/telemetry/metrics";
import { useTraining } from "@/service/store/training/test-training";
import { openTraining } from "./training-jobs";

const training = useTraining();
const dataFolder = mkdtempSync(path.join(tmpdir(), "loupe-training-jobs-"));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

function leaveFiles(job: { id: string; project_id: string }): string {
  const folder = path.join(dataFolder, "training", job.id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "job.json"), JSON.stringify(job));
  return folder;
}

test("files of a job that has ended without its runner are removed, and no others", async () => {
  const [ended, running] = [await training.queue(), await training.queue()];
  await training.change(ended.id, "status = 'failed', ended_at = now()");
  const others = [leaveFiles(running), leaveFiles({ id: "another-database's", project_id: ended.project_id })];
  const left = leaveFiles(ended);
  const opened = openTraining({
    config: { dataFolder, addedServers: { publicOnly: false, ownPort: 1 }, secrets: {} },
    store: training.store,
    quarantine: new Quarantine(),
    logger: pino({ level: "silent" }),
    metrics: new Metrics(),
    environment: {},
  });
  const leave = new AbortController();
  const working = opened.work(leave.signal);
  await vi.waitFor(() => expect(existsSync(left)).toBe(false), 30_000);
  leave.abort();
  await working;
  expect(others.map((folder) => existsSync(folder))).toEqual([true, true]);
});
