import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeCertificate } from "@/scripts/testing/certificate";
import { Nginx } from "@/scripts/testing/nginx";
import { freePorts } from "@/scripts/testing/started";
import { DONE, MODEL, chunkOf, startUpstream } from "@/service/inference/test-upstream";
import { BreakableWay } from "@/service/http/routes/test-outage";
import { type TestDatabase, freshDatabase } from "@/service/store/embedded/test-database";
import { ensureBuilt } from "../start/build.mjs";
import { DashboardProcess } from "./dashboard-process";
import { Load } from "./load-through-proxy";
import { KEY, ServiceProcess, WAIT } from "./service-process";
import { missing } from "./writers";

vi.setConfig({ testTimeout: 300_000 });

/** Longer than nginx keeps a connection that it does not use. */
const STOP = { LOUPE_DRAIN_SECONDS: "5", LOUPE_FINISH_SECONDS: "60" };
/** Streams follow each other for two seconds and a half, so that each stop meets some. */
const WORDS = 25;
const WORD_EVERY_MS = 100;

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-rolling-")));
const services = [new ServiceProcess(), new ServiceProcess()];
const dashboards = [new DashboardProcess(folder, "one"), new DashboardProcess(folder, "two")];
let database: TestDatabase;
let way: BreakableWay;
let nginx: Nginx;

beforeAll(async () => {
  await ensureBuilt("all");
  database = await freshDatabase("migrated");
  way = new BreakableWay(database.connection);
}, 900_000);

afterAll(async () => {
  await Promise.all([...services, ...dashboards].map(async (replica) => replica.remove()));
  await nginx?.remove();
  await way.cut();
  await database.drop();
  rmSync(folder, { recursive: true });
});

test("replicas of service and dashboard are replaced one after the other under load without a failed request", async () => {
  const { host, port, user, password, database: name } = await way.restore();
  const model = await startUpstream(async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let word = 0; word < WORDS; word += 1) {
      response.write(chunkOf(`${word} `));
      await pause(WORD_EVERY_MS);
    }
    response.end(DONE);
  });
  const ports = await freePorts(4);
  const certificate = makeCertificate(folder);
  nginx = await Nginx.start({ services: ports.slice(0, 2), dashboards: ports.slice(2), ...certificate });
  const behind = { LOUPE_ALLOWED_HOSTS: "127.0.0.1", LOUPE_TRUSTED_PROXIES: "127.0.0.1", ...STOP };
  const startService = async (at: number) =>
    services[at]?.start({
      ...behind,
      DATABASE_URL: `postgresql://${user}:${password}@${host}:${port}/${name}`,
      LOUPE_SERVICE_PORT: String(ports[at]),
      LOUPE_SERVICE_PROCESSES: "2",
      LOUPE_UPSTREAMS: JSON.stringify([{ name: "local", base_url: model.config.base_url }]),
    });
  const startDashboard = async (at: number) =>
    dashboards[at]?.start(ports[at + 2] ?? 0, {
      ...behind,
      ...certificate.environment,
      NEXTAUTH_URL: nginx.url,
      NEXTAUTH_SECRET: "of this test only",
      LOUPE_SERVICES: JSON.stringify([{ name: "Behind", base_url: nginx.serviceUrl, user_name: false }]),
    });
  await Promise.all([0, 1].flatMap((at) => [startService(at), startDashboard(at)]));

  const load = new Load({
    url: nginx.url,
    serviceUrl: nginx.serviceUrl,
    certificate: certificate.certificate,
    model: MODEL,
    words: WORDS,
  });
  await load.signIn(KEY);
  const ended = load.run();
  for (const at of [0, 1, 0, 1]) {
    await load.untilAllProgress();
    const used = nginx.usesOf(ports);
    const replace = async (replica: ServiceProcess | DashboardProcess | undefined, start: typeof startService) => {
      const code = await replica?.stop();
      await start(at);
      return code;
    };
    const codes = await Promise.all([replace(services[at], startService), replace(dashboards[at], startDashboard)]);
    expect(codes).toEqual([0, 0]);
    // nginx tries a replica again some seconds after it was gone, and not before may the other one go.
    const isBack = nginx.usesOf(ports);
    await vi.waitFor(() => {
      const now = nginx.usesOf(ports);
      if ([at, at + 2].some((one) => now[one] === isBack[one])) throw new Error("not used again");
    }, WAIT);
    expect(nginx.usesOf(ports).every((count, one) => count > (used[one] ?? 0))).toBe(true);
  }
  load.stop();
  await ended;
  expect(load.failures).toEqual([]);
  expect(await missing(load, load.acknowledged)).toEqual([]);
  expect(services.flatMap(({ unexpectedErrors }) => unexpectedErrors)).toEqual([]);
});
