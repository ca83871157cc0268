import { expect, onTestFinished, test, vi } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { openInference } from "@/service/inference/gateway";
import { MODEL, answerJson, startUpstream } from "@/service/inference/test-upstream";
import { exportOf } from "@/service/ingest/otlp/test-export";
import { ADMIN_KEY, postOf, useService } from "@/service/http/routes/test-service";
import { openMigratedStore } from "@/service/store/open-store";
import { type ArrivedSpan, startReceiver } from "./test-receiver";
import { type TestTelemetry, exportTo } from "./test-telemetry";
import type { Tracing } from "./tracing";

const service = useService();
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";
const CALLER = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` };
const WAIT = { timeout: 20_000, interval: 10 };
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;
const LIMIT_MS = 5_000;

/** The app with a store whose statements are traced. */
function tracedApp({ tracing, metrics }: TestTelemetry, overrides: Parameters<typeof service.app>[0] = {}) {
  const store = openMigratedStore({ connection: service.connection, watch: tracing.database });
  onTestFinished(() => store.close());
  return service.app({ store, tracing, metrics, ...overrides });
}

const rootsOf = (spans: readonly ArrivedSpan[]) => spans.filter(({ kind }) => kind === SERVER);

test("a request is a span in its caller's trace, with those of its statements below; nothing is in it that was sent", async () => {
  const receiver = await startReceiver();
  const telemetry = await exportTo(receiver.endpoint, service.connection, {
    headers: { authorization: "Bearer canary-of-the-receiver" },
    resource: { "deployment.environment.name": "test" },
  });
  const project_id = "acme/canary-project";
  const start = { ...minimalStart, project_id, id: "canary-id", inputs: { text: "canary-input" } };
  const response = await tracedApp(telemetry).request("/call/start?key=canary-query", postOf({ start }, CALLER));
  expect(response.status).toBe(200);
  await telemetry.close(LIMIT_MS);

  const spans = receiver.spans();
  const [root, ...others] = rootsOf(spans);
  expect(others).toEqual([]);
  expect(root).toMatchObject({
    name: "POST /call/start",
    traceId: TRACE_ID,
    parentSpanId: PARENT_ID,
    attributes: { "http.request.method": "POST", "http.route": "/call/start", "url.path": "/call/start" },
    resource: { "service.name": "loupe", "deployment.environment.name": "test" },
  });
  expect(root?.attributes["http.response.status_code"]).toBe(200);
  const statements = spans.filter((span) => span !== root);
  expect(new Set(statements.map(({ traceId, parentSpanId, kind }) => `${traceId} ${parentSpanId} ${kind}`))).toEqual(
    new Set([`${TRACE_ID} ${root?.spanId} ${CLIENT}`]),
  );
  const names = statements.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["BEGIN writeCalls", "INSERT insert_calls", "COMMIT writeCalls"]));
  const exported = Buffer.concat(receiver.arrived.map(({ body }) => body)).toString("latin1");
  expect(exported).not.toMatch(/canary/);
  expect(exported).not.toContain(ADMIN_KEY);
  expect(receiver.arrived[0]?.headers.authorization).toBe("Bearer canary-of-the-receiver");
  const logged = service.log.find(({ route, trace_id }) => route === "/call/start" && trace_id === TRACE_ID);
  expect(logged).toMatchObject({ request_id: root?.attributes["loupe.request_id"] });
});

test("statements that a streamed list runs later belong to its request, and its span ends with the stream", async () => {
  const receiver = await startReceiver();
  const telemetry = await exportTo(receiver.endpoint, service.connection);
  const app = tracedApp(telemetry);
  const project_id = "acme/streamed";
  const batch = Array.from({ length: 600 }, (_, at) => ({
    mode: "start",
    req: { start: { ...minimalStart, project_id, id: `c${at}`, trace_id: `t${at}` } },
  }));
  expect((await service.post("/call/upsert_batch", { batch })).status).toBe(200);
  const response = await app.request("/calls/stream_query", postOf({ project_id }, CALLER));
  await response.text();
  await telemetry.close(LIMIT_MS);
  const spans = receiver.spans();
  expect(rootsOf(spans)).toMatchObject([{ name: "POST /calls/stream_query" }]);
  const fetches = spans.filter(({ name }) => name.startsWith("FETCH"));
  expect(fetches.length).toBeGreaterThan(1);
  expect(new Set(fetches.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([rootsOf(spans)[0]?.spanId]));
});

test("failures have their code, and unknown paths none of what was sent", async () => {
  const receiver = await startReceiver();
  const telemetry = await exportTo(receiver.endpoint, service.connection);
  const failing = { ...service.store, queryRefusals: () => Promise.reject(new Error("canary")) };
  const app = service.app({ tracing: telemetry.tracing, store: failing });
  await app.request("/refusals/query", postOf({ project_id: "acme/x", limit: 1 }));
  await app.request("/canary/path", { method: "CANARY" });
  await telemetry.close(LIMIT_MS);
  const spans = receiver.spans();
  expect(spans).toMatchObject([
    {
      name: "POST /refusals/query",
      statusCode: ERROR,
      attributes: { "error.type": "500", "loupe.outcome": "internal" },
    },
    { name: "_OTHER", statusCode: 0, attributes: { "loupe.outcome": "unknown_endpoint" } },
  ]);
  expect(JSON.stringify(spans)).not.toMatch(/canary/i);
});

test("a completion has a span of the request to the model server, which gets no trace headers", async () => {
  const receiver = await startReceiver();
  const telemetry = await exportTo(receiver.endpoint, service.connection);
  const upstream = await startUpstream(answerJson({ error: { message: "canary-answer" } }, 429));
  const config = { ...upstream.config, api_key: "canary-key" };
  const inference = openInference({ upstreams: [config], watch: telemetry.tracing.modelRequest });
  onTestFinished(() => inference.close());
  const messages = [{ role: "user", content: "canary-prompt" }];
  const app = tracedApp(telemetry, { inference });
  await app.request("/v1/chat/completions", postOf({ model: MODEL, messages }, CALLER));
  await telemetry.close(LIMIT_MS);
  const spans = receiver.spans();
  const sent = spans.find(({ name }) => name === `chat ${MODEL}`);
  expect(sent).toMatchObject({
    kind: CLIENT,
    traceId: TRACE_ID,
    parentSpanId: rootsOf(spans)[0]?.spanId,
    statusCode: ERROR,
    attributes: { "loupe.model_server": upstream.config.name, "server.address": "127.0.0.1", "error.type": "429" },
  });
  expect(Buffer.concat(receiver.arrived.map(({ body }) => body)).includes("canary")).toBe(false);
  expect(upstream.arrived.map(({ headers }) => headers.traceparent)).toEqual([undefined]);
});

test("an ingested export has one span, with few statements, however many spans are in it", async () => {
  const receiver = await startReceiver();
  const telemetry = await exportTo(receiver.endpoint, service.connection);
  const app = tracedApp(telemetry);
  const spans = Array.from({ length: 100 }, (_, at) => ({ spanId: (0xabc0_0000 + at).toString(16).padStart(16, "1") }));
  const response = await app.request("/v1/traces", postOf(exportOf(spans), { "x-project": "acme/many" }));
  expect([response.status, await response.json()]).toEqual([200, {}]);
  await telemetry.close(LIMIT_MS);
  expect(rootsOf(receiver.spans())).toMatchObject([{ name: "POST /v1/traces" }]);
  expect(receiver.spans().length).toBeLessThan(40);
});

test("a task has a span if it did something or failed; what it did belongs to it", async () => {
  const receiver = await startReceiver();
  const { tracing, close } = await exportTo(receiver.endpoint, service.connection);
  const work = (result: boolean) => async () => {
    tracing.database.statement({ operation: "select", name: "candidates" })();
    return result;
  };
  await tracing.task("idle", work(false));
  await tracing.task("busy", work(true));
  await expect(tracing.task("broken", () => Promise.reject(new TypeError("canary")))).rejects.toThrow("canary");
  tracing.database.statement({ operation: "select", name: "outside" })();
  await close(LIMIT_MS);
  const spans = receiver.spans();
  const busy = spans.find(({ name }) => name === "busy");
  expect(spans.map(({ name, parentSpanId, statusCode }) => [name, parentSpanId, statusCode])).toEqual([
    ["SELECT candidates", busy?.spanId, 0],
    ["busy", "", 0],
    ["broken", "", ERROR],
  ]);
});

test("of a request with very many statements, the first are exported, and how many others there were", async () => {
  const receiver = await startReceiver();
  const { tracing, close } = await exportTo(receiver.endpoint, service.connection);
  const statement = () => tracing.database.statement({ operation: "fetch" })();
  await tracing.task("long", async () => {
    for (let at = 0; at < 1_000; at += 1) statement();
    return true;
  });
  await close(LIMIT_MS);
  const spans = receiver.spans();
  expect(spans).toHaveLength(129);
  expect(spans.at(-1)?.attributes["loupe.spans_left_out"]).toBe(872);
});

/** Makes the spans of so many requests. */
function makeRequests(tracing: Tracing, count: number): void {
  const result = { method: "GET", route: "/health", status: 200, requestId: "r", outcome: undefined };
  for (let at = 0; at < count; at += 1)
    tracing.startRequest({ traceparent: undefined, tracestate: undefined }).end(result);
}

const countOf = ({ metrics }: TestTelemetry, outcome: string) =>
  metrics
    .read()
    .find(({ name }) => name === "loupe_telemetry_spans_total")
    ?.series.find(({ labels }) => labels.outcome === outcome)?.value;

test("a sampler exports only a part, and follows the caller", async () => {
  const receiver = await startReceiver();
  const { tracing, close } = await exportTo(receiver.endpoint, service.connection, {
    sampler: "parentbased_traceidratio",
    ratio: 0,
  });
  makeRequests(tracing, 5);
  const result = { method: "GET", route: "/health", status: 200, requestId: "r", outcome: undefined };
  const request = tracing.startRequest({ ...CALLER, tracestate: undefined });
  expect(request.traceId).toBe(TRACE_ID);
  request.end(result);
  await close(LIMIT_MS);
  expect(receiver.spans().map(({ traceId }) => traceId)).toEqual([TRACE_ID]);
});

test("a receiver that is down costs no more than a full queue; that it is, and works again, is logged once", async () => {
  const gone = await startReceiver();
  await gone.close();
  const telemetry = await exportTo(gone.endpoint, service.connection);
  makeRequests(telemetry.tracing, 5_000);
  expect(countOf(telemetry, "dropped")).toBe(5_000 - 2_048);
  const app = tracedApp(telemetry);
  expect((await app.request("/health")).status).toBe(200);
  await vi.waitFor(() => expect(telemetry.log).toHaveLength(1), WAIT);
  expect(telemetry.log[0]).toContain("does not accept traces (ECONNREFUSED)");
  const back = await startReceiver(Number(new URL(gone.endpoint).port));
  await vi.waitFor(() => expect(telemetry.log).toHaveLength(2), WAIT);
  expect(telemetry.log[1]).toContain("accepts traces again");
  await telemetry.close(LIMIT_MS);
  expect(back.spans().length).toBe(countOf(telemetry, "exported"));
});

test("closing does not wait for a receiver that does not answer, and nothing of the key is logged", async () => {
  const receiver = await startReceiver();
  receiver.answer = () => {};
  const telemetry = await exportTo(receiver.endpoint, service.connection, { headers: { authorization: "canary" } });
  makeRequests(telemetry.tracing, 3);
  await telemetry.close(50);
  expect(receiver.spans()).toHaveLength(3);
  expect(telemetry.log.join()).not.toContain("canary");
});

test("metrics are exported under the names and with the values of /metrics", async () => {
  const receiver = await startReceiver();
  const telemetry = await exportTo(receiver.endpoint, service.connection);
  const app = tracedApp(telemetry);
  await app.request("/call/read", postOf({ project_id: "acme/x", id: "none" }));
  const expected = telemetry.metrics.read().flatMap(({ name, series }) =>
    series.map(({ labels, value }): [string, number] => {
      const shown = Object.entries({ process: "server-1", ...labels }).map(([key, text]) => `${key}="${text}"`);
      return [`${name}{${shown.join(",")}}`, typeof value === "number" ? value : value.count];
    }),
  );
  await telemetry.close(LIMIT_MS);
  const exported = receiver.metrics();
  expect([...exported.keys()]).toEqual(expected.map(([name]) => name));
  expect([...exported]).toEqual(
    expect.arrayContaining([
      ['loupe_http_requests_total{process="server-1",method="POST",route="/call/read",status="404"}', 1],
      ['loupe_http_request_duration_seconds{process="server-1",route="/call/read"}', 1],
    ]),
  );
});
