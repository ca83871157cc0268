import { expect, onTestFinished, test, vi } from "vitest";
import { ADMIN_KEY, postOf, useService } from "@/service/http/routes/test-service";
import { startServing } from "@/service/http/serving";
import { freshDatabase } from "@/service/store/embedded/test-database";
import { openMigratedStore } from "@/service/store/open-store";
import { INSTALLATION_ATTRIBUTE, TELEMETRY_HEADER } from "./names";
import { spansOf, startReceiver } from "./test-receiver";
import { exportTo } from "./test-telemetry";

const service = useService();
const LIMIT_MS = 5_000;
const WAIT = { timeout: 20_000, interval: 10 };
const SERVED = { allowedHosts: ["localhost", "127.0.0.1"] };
const headers = { authorization: `Bearer ${ADMIN_KEY}`, "x-project": "acme/loupe" };

type App = ReturnType<typeof service.app>;

/** Serves what is set later, since its telemetry needs the address. */
async function serve(): Promise<{ address: string; use: (app: App) => void }> {
  let app: App | undefined;
  const serving = await startServing(
    (request, connection) => app?.fetch(request, connection) ?? new Response(),
    "127.0.0.1",
    0,
  );
  onTestFinished(() => serving.stop(0));
  return { address: `http://127.0.0.1:${serving.port}`, use: (one) => void (app = one) };
}

/** The operations of the calls that are stored in the project of the telemetry. */
async function storedNames(app: App): Promise<unknown[]> {
  const answer = await app.request("/calls/stream_query", postOf({ project_id: "acme/loupe" }));
  const lines = (await answer.text()).trim();
  return lines === "" ? [] : lines.split("\n").map((line) => JSON.parse(line).op_name);
}

test("an export to the service itself is refused, by any of its addresses; the exporter says so once and stops", async () => {
  const { address, use } = await serve();
  // As a replica behind another address has it.
  const endpoint = address.replace("127.0.0.1", "localhost");
  const telemetry = await exportTo(`${endpoint}/weave/otel`, service.connection, { headers });
  const app = service.app({ ...SERVED, tracing: telemetry.tracing, metrics: telemetry.metrics });
  use(app);
  await app.request("/health");
  await vi.waitFor(() => expect(telemetry.log).toHaveLength(1), WAIT);
  expect(telemetry.log[0]).toContain("These are traces or metrics of this Loupe itself");
  await app.request("/health");
  await telemetry.close(LIMIT_MS);
  expect(telemetry.log).toHaveLength(1);
  const exports = service.log.filter(({ route }) => String(route).endsWith("/v1/traces"));
  expect(exports).toMatchObject([{ status: 403, outcome: "forbidden" }]);
  expect(exports[0]).not.toHaveProperty("trace_id");
  expect(await storedNames(service.app())).toEqual([]);
});

test("spans that come back through a collector are refused, and receiving them makes no further ones", async () => {
  const { address, use } = await serve();
  const collector = await startReceiver();
  const answers: string[] = [];
  // A stand-in for a collector, which sends what it gets with headers of its own.
  collector.answer = async (response, { path, headers: { "content-type": type = "" }, body }) => {
    const sent = { method: "POST", headers: { ...headers, "content-type": type }, body: new Uint8Array(body) };
    const answer = await fetch(address + path, sent);
    answers.push(`${path} ${answer.status} ${await answer.text()}`);
    response.end();
  };
  const telemetry = await exportTo(collector.endpoint, service.connection);
  const app = service.app({ ...SERVED, tracing: telemetry.tracing, metrics: telemetry.metrics });
  use(app);
  await app.request("/server_info");
  await vi.waitFor(() => expect(answers).not.toEqual([]), WAIT);
  expect(answers[0]).toMatch(/^\/v1\/traces 200 .*of this Loupe itself/s);
  await telemetry.close(LIMIT_MS);
  const names = collector.spans().map(({ name }) => name);
  expect(names).toEqual(["GET /server_info"]);
  expect(await storedNames(service.app())).toEqual([]);
});

test("another Loupe takes them, without a span of its own, so that two of them do not keep each other busy", async () => {
  const other = await freshDatabase("migrated");
  const otherStore = openMigratedStore({ connection: other.connection });
  onTestFinished(() => otherStore.close().then(() => other.drop()));
  const receiver = await startReceiver();
  const receiving = await exportTo(receiver.endpoint, other.connection);
  const { address, use } = await serve();
  use(service.app({ ...SERVED, store: otherStore, tracing: receiving.tracing }));
  const telemetry = await exportTo(address, service.connection, { headers });
  await service.app({ tracing: telemetry.tracing }).request("/server_info");
  await telemetry.close(LIMIT_MS);
  expect(telemetry.log).toEqual([]);
  expect(await storedNames(service.app({ store: otherStore }))).toEqual(["GET /server_info"]);
  await receiving.close(LIMIT_MS);
  expect(receiver.spans().map(({ name }) => name)).not.toContain("POST /v1/traces");
});

test("replicas have the same ID, which exports carry in their header and their resource", async () => {
  const replica = openMigratedStore({ connection: service.connection });
  onTestFinished(() => replica.close());
  const id = await replica.installation();
  expect([id, await service.store.installation()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), id]);
  const receiver = await startReceiver();
  const telemetry = await exportTo(receiver.endpoint, service.connection);
  await service.app({ tracing: telemetry.tracing }).request("/server_info");
  await telemetry.close(LIMIT_MS);
  const exported = receiver.arrived.find(({ path }) => path === "/v1/traces");
  expect(exported?.headers[TELEMETRY_HEADER]).toBe(id);
  expect(spansOf(exported?.body ?? Buffer.alloc(0))[0]?.resource[INSTALLATION_ATTRIBUTE]).toBe(id);
});
