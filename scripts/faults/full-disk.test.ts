import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ServiceProcess, WAIT } from "../durability/service-process";
import { ensureBuilt } from "../start/build.mjs";
import { processesOf } from "../testing/started";
import { Load } from "./load";
import { report, seconds } from "./report";
import { mountSmallDisk } from "./small-disk.mjs";

vi.setConfig({ testTimeout: 240_000 });
const MIB = 2 ** 20;
const DISK_MIB = 900;
/** What writes have left before the service rejects them; it keeps 256 MiB free. */
const LEFT_MIB = 256 + 60;
/** The disk is measured every second, so a little of that is used. */
const LEAST_LEFT_MIB = 64;
const PAYLOAD_BYTES = 2 * MIB;
const ENOUGH = 24;
const PROJECT = "acme/large";
const DELETES = 5;
/** The service must work on a full disk for this long. */
const FULL_MS = 5_000;

let disk: ReturnType<typeof mountSmallDisk>;
let service: ServiceProcess;
let filler: string;
/** Acknowledged large calls. */
const large = new Set<string>();

beforeAll(async () => {
  disk = mountSmallDisk(DISK_MIB);
  service = new ServiceProcess(disk.folder);
  filler = path.join(disk.folder, "filler");
  await ensureBuilt("service");
  await service.start();
}, 300_000);
afterAll(async () => {
  await service.remove();
  disk.remove();
});

/** Makes the file so large that it leaves so many bytes free, as far as others do not write at the same time. */
function fillUpTo(leftBytes: number): void {
  spawnSync("bash", ["-c", `head -c ${Math.max(0, disk.freeBytes() - leftBytes)} /dev/zero >> ${filler}`]);
  if (leftBytes === 0) spawnSync("bash", ["-c", `cat /dev/zero >> ${filler}`]);
}

const freeMib = () => `${Math.floor(disk.freeBytes() / MIB)} MiB free`;

async function writeLarge(id: string): Promise<number> {
  const inputs = { text: randomBytes(PAYLOAD_BYTES / 2).toString("hex") };
  const start = { project_id: PROJECT, id, trace_id: id, op_name: "answer", started_at: "2026-11-20T08:00:00Z" };
  const response = await service.ask("/call/start", { start: { ...start, inputs } });
  await response.arrayBuffer();
  if (response.ok) large.add(id);
  return response.status;
}

async function deleteLarge(): Promise<number> {
  const [id = ""] = large;
  const response = await service.ask("/calls/delete", { project_id: PROJECT, call_ids: [id] });
  await response.arrayBuffer();
  if (response.ok) large.delete(id);
  return response.status;
}

async function checkLarge(): Promise<string> {
  const query = { project_id: PROJECT, columns: ["id", "inputs"] };
  const lines = (await (await service.ask("/calls/stream_query", query)).text()).trim().split("\n");
  const whole = lines.map((line) => JSON.parse(line)).filter(({ inputs }) => inputs.text.length === PAYLOAD_BYTES);
  expect(new Set(whole.map(({ id }) => id))).toEqual(large);
  return `${whole.length} of ${large.size} large calls`;
}

/** Deletes some, one after another; returns the statuses. */
async function deleteSome(): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < DELETES; count += 1) statuses.push(await deleteLarge());
  return statuses;
}

test("a disk that fills up: writes are refused, reads and deletes go on, and writes work once there is space", async () => {
  const load = new Load(service, "acme/slowly-full");
  try {
    await load.until(200, ENOUGH);
    const pids = processesOf(service.data);
    fillUpTo(LEFT_MIB * MIB);
    let accepted = 0;
    while ((await writeLarge(`slow-${accepted}`)) === 200) accepted += 1;
    await load.until(507, ENOUGH, ["write"]);
    expect(disk.freeBytes()).toBeGreaterThan(LEAST_LEFT_MIB * MIB);
    const atReserve = `${accepted} calls of 2 MiB accepted until 507 at ${freeMib()}`;
    await load.until(200, ENOUGH, ["read"]);
    expect(await deleteSome()).toEqual(Array(DELETES).fill(200));
    const refusing = load.answers;
    expect(load.count("read", 507)).toBe(0);
    // PostgreSQL may have to write a file before it accepts another connection, so now reads may be refused as well.
    fillUpTo(0);
    load.countAgain();
    const deletes = await deleteSome();
    await pause(FULL_MS);
    await load.until(200, ENOUGH, ["read"]);
    const full = load.answers;
    rmSync(filler);
    const recovery = await load.until(200, ENOUGH);
    await load.stop();
    expect(processesOf(service.data)).toEqual(pids);
    report(
      "disk fills up",
      `${atReserve}, then ${refusing}, deletes 200`,
      `with 0 bytes free ${full}, deletes ${deletes.join(" ")}`,
      `writes worked ${seconds(recovery)} after emptying, without a restart`,
      await load.checkAll(),
      await checkLarge(),
    );
  } finally {
    await load.stop();
  }
});

test("a disk that is full at once, under load: the service and its database recover by themselves", async () => {
  const load = new Load(service, "acme/suddenly-full");
  try {
    await load.until(200, ENOUGH);
    const { service: supervisor, postgres } = Object.fromEntries(processesOf(service.data));
    const statuses = new Map<number, number>();
    const stopping = new AbortController();
    const writing = Array.from({ length: 2 }, async (_, writer) => {
      for (let turn = 0; !stopping.signal.aborted; turn += 1) {
        const status = await writeLarge(`sudden-${writer}-${turn}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status !== 200) await pause(50);
      }
    });
    await vi.waitFor(() => expect(statuses.get(200)).toBeGreaterThan(4), WAIT);
    fillUpTo(0);
    await load.until(507, ENOUGH, ["write"]);
    await pause(FULL_MS);
    const full = load.answers;
    rmSync(filler);
    const recovery = await load.until(200, ENOUGH);
    stopping.abort();
    await Promise.all(writing);
    await load.stop();
    const after = Object.fromEntries(processesOf(service.data));
    expect(after.service).toBe(supervisor);
    report(
      "disk full at once",
      `large calls ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(", ")}; others ${full}`,
      `PostgreSQL ${after.postgres === postgres ? "ran on" : "stopped and was restarted"}`,
      `writes worked ${seconds(recovery)} after emptying`,
      await load.checkAll(),
      await checkLarge(),
    );
  } finally {
    await load.stop();
  }
});
