import { describe, expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { ADMIN_KEY, postOf, useService } from "./test-service";

const service = useService();

describe("/health", () => {
  test("checks the store", async () => {
    const response = await service.app().request("/health");
    expect([response.status, await response.json()]).toEqual([200, { status: "ok", store: "ok" }]);
  });

  test.each([
    ["fails", () => Promise.reject(new Error("gone"))],
    ["does not answer", () => new Promise<void>(() => undefined)],
  ])("a store that %s", async (_how, ping) => {
    const response = await service.app({ store: { ...service.store, ping } }).request("/health");
    expect([response.status, await response.json()]).toEqual([503, { status: "unavailable", store: "unavailable" }]);
  });
});

describe("/ready", () => {
  test("does not ask the store, and not for a host name", async () => {
    const ping = () => Promise.reject(new Error("gone"));
    const app = service.app({ store: { ...service.store, ping } });
    const response = await app.request("/ready", { headers: { host: "10.0.0.7:3001" } });
    expect([response.status, await response.json()]).toEqual([200, { status: "ready" }]);
  });

  test("fails while it is being stopped, as /health does", async () => {
    const app = service.app({ isStopping: () => true });
    const ready = await app.request("/ready");
    expect([ready.status, await ready.json()]).toEqual([503, { status: "stopping" }]);
    const health = await app.request("/health");
    expect([health.status, await health.json()]).toEqual([503, { status: "unavailable", store: "ok" }]);
  });
});

test.each(["/metrics", "/openapi.json", "/docs", "/ready", "/keys/query", "/people/query", "/audit/query", "/mcp"])(
  "Weave's dialect has no %s, which a proxy hides at its own path",
  async (path) => {
    const body = postOf({}, { authorization: `Bearer ${ADMIN_KEY}` });
    for (const asked of [undefined, body])
      expect([404, 405]).toContain((await service.app().request(`/weave${path}`, asked)).status);
  },
);

test("the public address is that of the OpenAPI document and of the reference page", async () => {
  const publicUrl = "https://loupe.example.com/loupe-service";
  for (const [given, server] of [
    [{}, "/"],
    [{ publicUrl }, publicUrl],
  ] as const) {
    const app = service.app(given);
    expect((await (await app.request("/openapi.json")).json()).servers).toEqual([{ url: server }]);
    expect((await (await app.request("/docs")).text()).includes(publicUrl)).toBe("publicUrl" in given);
  }
});

test("many concurrent requests to /health query the database once", async () => {
  let asked = 0;
  const ping = async () => {
    asked += 1;
    await service.store.ping();
  };
  const app = service.app({ store: { ...service.store, ping } });
  const answers = await Promise.all(Array.from({ length: 100 }, async () => app.request("/health")));
  expect([new Set(answers.map(({ status }) => status)), asked]).toEqual([new Set([200]), 1]);
  expect((await app.request("/health")).status).toBe(200);
  expect(asked).toBe(2);
});

describe("/metrics", () => {
  test("counts responses by route and status, and reveals nothing about projects", async () => {
    const app = service.app();
    const project_id = "acme/canary-4711";
    await app.request("/call/start", postOf({ start: { ...minimalStart, project_id } }));
    await (await app.request("/calls/stream_query", postOf({ project_id }))).text();
    await app.request("/weave/call/read", postOf({ project_id, id: "canary-4711" }));
    await app.request("/canary-4711", { method: "CANARY-4711" });
    const response = await app.request("/metrics");
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await response.text();
    expect(text.split("\n")).toEqual(
      expect.arrayContaining([
        'loupe_http_requests_total{method="POST",route="/call/start",status="200"} 1',
        'loupe_http_requests_total{method="POST",route="/calls/stream_query",status="200"} 1',
        'loupe_http_requests_total{method="POST",route="/weave/call/read",status="404"} 1',
        'loupe_http_requests_total{method="any",route="unknown",status="404"} 1',
        'loupe_http_request_duration_seconds_count{route="/call/start"} 1',
        "loupe_http_requests_open 1",
        "loupe_bodies_held_bytes 0",
        expect.stringMatching(/^loupe_database_connections\{pool="short",state="open"\} \d+$/),
      ]),
    );
    expect(text.toLowerCase()).not.toContain("canary");
  });
});

describe("with only the core endpoints", () => {
  test.each(["/metrics", "/openapi.json", "/server_info", "/weave/call/read", "/nothing"])(
    "%s is not there, and no answer sends anybody to what is not",
    async (path) => {
      const app = service.app({ coreOnly: true });
      const response = await app.request(path, { method: "GET" });
      const error = { code: "unknown_endpoint", message: "There is no such endpoint" };
      expect([response.status, await response.json()]).toMatchObject([
        404,
        path.startsWith("/v1/") ? { error } : error,
      ]);
    },
  );

  test("/v1/traces does not exist, with an error in the format of paths below /v1", async () => {
    const response = await service.app({ coreOnly: true }).request("/v1/traces", { method: "GET" });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { message: "There is no such endpoint" } },
    ]);
  });

  test("its own endpoints answer as usual", async () => {
    const app = service.app({ coreOnly: true });
    expect((await app.request("/health")).status).toBe(200);
    expect((await app.request("/call/read", postOf({ project_id: "a/b", id: "none" }))).status).toBe(404);
    expect((await app.request("/call/read", postOf({}))).status).toBe(422);
  });
});
