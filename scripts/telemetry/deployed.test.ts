import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServiceProcess } from "@/scripts/durability/service-process";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { type TestReceiver, openReceiver } from "@/service/telemetry/test-receiver";
import { type Panel, dashboardQueries, metricsIn, readAlerts, readDashboard } from "./deployed-files";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const HEADERS = { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` };
/** What Prometheus adds. */
const ADDED = ["job", "instance"];
const GRID = 24;

const service = new ServiceProcess();
let receiver: TestReceiver;
/** What was answered before the service stopped, and what had been exported until then. */
let stored = 0;
let metrics = "";
let exportedBefore = Number.NaN;
let exitCode: number | null = null;

beforeAll(async () => {
  await ensureBuilt("service");
  receiver = await openReceiver();
  await service.start({
    LOUPE_SERVICE_PROCESSES: "1",
    LOUPE_OTLP_ENDPOINT: receiver.endpoint,
    LOUPE_OTLP_HEADERS: "authorization=Bearer%20key-of-the-receiver",
    // As in the shell of somebody whose programs send their traces to this service.
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_EXPORTER_OTLP_HEADERS: "x-canary=key-of-another-receiver",
    OTEL_BSP_SCHEDULE_DELAY: "600000",
  });
  const start = {
    project_id: "acme/watched",
    id: "one",
    trace_id: "t",
    op_name: "op",
    started_at: "2026-11-20T10:00:00Z",
  };
  const body = { start: { ...start, attributes: {}, inputs: { text: "canary-input" } } };
  stored = (await service.ask("/call/start", body, undefined, HEADERS)).status;
  metrics = await (await service.ask("/metrics")).text();
  exportedBefore = receiver.spans().length;
  exitCode = await service.stop();
}, 300_000);

afterAll(async () => {
  await receiver.close();
  await service.remove();
});

test("SIGTERM sends what has not been exported yet, and nothing that was sent is in it", () => {
  expect([stored, exportedBefore, exitCode]).toEqual([200, 0, 0]);
  const spans = receiver.spans().filter(({ traceId }) => traceId === TRACE_ID);
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(["POST /call/start", "INSERT insert_calls"]));
  const bytes = Buffer.concat(receiver.arrived.map(({ body }) => body)).toString("latin1");
  expect(bytes).not.toMatch(/canary|lp_test|key-of|acme/);
  expect(receiver.arrived.every(({ headers }) => headers.authorization === "Bearer key-of-the-receiver")).toBe(true);
  expect(receiver.arrived.some(({ headers }) => "x-canary" in headers)).toBe(false);
});

test("every process exports its metrics", () => {
  const processes = [...receiver.metrics().keys()].flatMap((name) => /process="(\w+)/.exec(name)?.slice(1) ?? []);
  expect(new Set(processes)).toEqual(new Set(["supervisor", "server", "background"]));
});

const known = () => new Set([...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));

/** The labels of the series of a metric; undefined if it has none yet. */
function labelsOf(name: string): string[] | undefined {
  const line = new RegExp(`^${name}(?:_count)?\\{(.*)\\} `, "m").exec(metrics);
  return line ? [...(line[1] ?? "").matchAll(/(\w+)="/g)].map(([, label = ""]) => label) : undefined;
}

describe.each([
  ["the dashboard", dashboardQueries()],
  ["the alerts", readAlerts().conditions],
])("%s", (_what, queries) => {
  test("reads only metrics that there are, by labels that they have", () => {
    const read = queries.flatMap(metricsIn);
    expect(read.length).toBeGreaterThan(15);
    expect(read.map(({ name }) => name).filter((name) => !known().has(name))).toEqual([]);
    const wrong = read.filter(({ name, labels }) => {
      const has = labelsOf(name);
      return has && labels.some((label) => !has.includes(label) && !ADDED.includes(label));
    });
    expect(wrong).toEqual([]);
  });
});

test("the dashboard shows every metric", () => {
  const shown = new Set(dashboardQueries().flatMap((query) => metricsIn(query).map(({ name }) => name)));
  expect([...known()].filter((name) => name !== undefined && !shown.has(name))).toEqual([]);
});

test("panels have IDs of their own, a unit and a description, and do not overlap", () => {
  const { panels, templating } = readDashboard();
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(templating.list.map(({ name }) => name)).toEqual(["datasource", "instance"]);
  const charts = panels.filter(({ type }) => type !== "row");
  const bare = charts.filter(({ description, fieldConfig, targets = [] }) => {
    const refs = new Set(targets.map(({ refId }) => refId));
    return !description || !fieldConfig?.defaults.unit || targets.length === 0 || refs.size < targets.length;
  });
  expect(bare).toEqual([]);
  expect(new Set(charts.map(({ title }) => title)).size).toBe(charts.length);
  expect(panels.filter(({ gridPos: { x, w } }) => x + w > GRID)).toEqual([]);
  const overlapping = panels.filter((one, at) => panels.some((other, place) => place < at && overlap(one, other)));
  expect(overlapping).toEqual([]);
});

function overlap({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

test("every alert is in the tests for promtool", () => {
  const { names, tested, conditions } = readAlerts();
  expect(names.length).toBeGreaterThan(10);
  expect(conditions.filter((condition) => condition === "")).toEqual([]);
  expect(names.filter((name) => !tested.includes(name))).toEqual([]);
});
