import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BODY_BYTES, JSON_DEPTH, KEY_BODIES_HELD_BYTES } from "@/lib/contract/limits";
import { minimalStart } from "@/lib/contract/test-examples";
import { NOW, postOf, useService } from "@/service/http/routes/test-service";

const service = useService();
afterEach(() => void vi.useRealTimers());
const read = '{"project_id":"p","id":"c1"}';
const LIMIT = `The body is larger than the limit of ${BODY_BYTES} bytes (32 MiB)`;
const zeros = Buffer.alloc(BODY_BYTES + 1, "0");

const nested = (levels: number) => `{"start":{"inputs":${'{"a":'.repeat(levels - 3)}{}${"}".repeat(levels - 3)}}}`;

const fits = (said: string, message: string | RegExp) =>
  typeof message === "string" ? said === message : message.test(said);

describe("a body is read as JSON or refused with the reason", () => {
  test.each<[string, BodyInit, Record<string, string | undefined>, number, string | RegExp]>([
    ["broken", "{", {}, 400, /^Not valid JSON at character 1: expected a key/],
    ["empty", "", {}, 400, /found the end$/],
    ["a trailing comma", '{"id":1,}', {}, 400, /character 8/],
    ["a byte order mark", `\ufeff${read}`, {}, 400, /found U\+FEFF/],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0x22]), {}, 400, "The body is not valid UTF-8"],
    ["a key twice", '{"id":"a","id":"b"}', {}, 400, /Duplicate key id/],
    ["nested too deeply", nested(JSON_DEPTH + 1), {}, 422, `JSON is nested deeper than ${JSON_DEPTH} levels`],
    ["no object", "[]", {}, 422, "must be an object, found an array"],
    ["text", read, { "content-type": "text/plain" }, 415, /must be application\/json/],
    ["a form", read, { "content-type": "application/x-www-form-urlencoded" }, 415, /must be application\/json/],
    ["another character set", read, { "content-type": "application/json; charset=latin1" }, 415, /in UTF-8/],
    ["another compression", read, { "content-encoding": "br" }, 415, "The Content-Encoding must be gzip or identity"],
    ["broken gzip", read, { "content-encoding": "gzip" }, 400, /not valid gzip/],
    ["cut gzip", gzipSync(read).subarray(0, 20), { "content-encoding": "gzip" }, 400, /not valid gzip/],
    ["too large by its Content-Length", "{}", { "content-length": String(BODY_BYTES + 1) }, 413, LIMIT],
    ["larger than its Content-Length", zeros, { "content-length": "2" }, 413, LIMIT],
    ["too large without a Content-Length", zeros, {}, 413, LIMIT],
    [
      "too large after decompression",
      gzipSync(zeros),
      { "content-encoding": "gzip" },
      413,
      `${LIMIT} after decompression`,
    ],
  ])("%s", async (_what, body, headers, status, message) => {
    const response = await service.app().request("/call/read", { ...postOf("", headers), body });
    const answer = await response.json();
    expect([response.status, answer.message]).toEqual([status, expect.toSatisfy((said) => fits(said, message))]);
    expect(answer.request_id).toBe(response.headers.get("x-request-id"));
  });

  test.each<[string, BodyInit, Record<string, string | undefined>]>([
    ["plain", read, {}],
    ["with a character set", read, { "content-type": 'application/json; charset="UTF-8"' }],
    ["of a JSON kind", read, { "content-type": "application/vnd.acme+json" }],
    ["without a type", Buffer.from(read), { "content-type": undefined }],
    ["in gzip", gzipSync(read), { "content-encoding": "gzip" }],
    ["plain, with the encoding identity", read, { "content-encoding": "identity" }],
    ["with a true Content-Length", read, { "content-length": String(read.length) }],
  ])("%s: is taken", async (_what, body, headers) => {
    const response = await service.app().request("/call/read", { ...postOf("", headers), body });
    expect(response.status).toBe(404);
  });

  test("a body at the depth limit is accepted", async () => {
    const inputs = `${'{"a":'.repeat(JSON_DEPTH - 3)}{}${"}".repeat(JSON_DEPTH - 3)}`;
    const start = JSON.stringify({ start: minimalStart }).slice(0, -2);
    expect((await service.post("/call/start", `${start},"inputs":${inputs}}}`)).status).toBe(200);
  });
});

describe("host names and origins", () => {
  test.each([
    ["localhost", 200],
    ["LOCALHOST:3001", 200],
    ["localhost.", 200],
    ["evil.example", 421],
    ["localhost.evil.example", 421],
    ["localhost:3001@evil.example", 421],
    ["127.0.0.1", 421],
    ["[::1]:3001", 421],
  ])("Host %s", async (host, status) => {
    expect((await service.app().request("/health", { headers: { host } })).status).toBe(status);
  });

  test.each([
    [undefined, 404],
    ["http://localhost:3000", 404],
    ["https://evil.example", 403],
    ["http://localhost.evil.example", 403],
    ["null", 403],
    ["localhost", 403],
    ["", 403],
  ])("a POST of a page of %j", async (origin, status) => {
    expect((await service.post("/call/read", read, { origin })).status).toBe(status);
  });

  test.each([["::1"], ["[::1]"]])("an IPv6 address configured as %s", async (allowed) => {
    const app = service.app({ allowedHosts: [allowed] });
    expect((await app.request("/health", { headers: { host: "[::1]:3001" } })).status).toBe(200);
    expect((await app.request("/health", { headers: { host: "[::2]:3001" } })).status).toBe(421);
  });

  test.each([
    ["GET", "/call/read", 405, "/call/read supports POST, not GET"],
    ["POST", "/health", 405, "/health supports GET, not POST"],
    ["DELETE", "/call/read", 405, "/call/read supports POST, not DELETE"],
    ["POST", "/call/read/", 404, "There is no such endpoint; did you mean POST /call/read?"],
    ["POST", "/Call-Read", 404, "There is no such endpoint; did you mean POST /call/read?"],
    ["GET", "/../../etc/passwd", 404, "There is no such endpoint; GET /openapi.json lists the endpoints"],
    ["GET", "/%2e%2e/%00", 404, "There is no such endpoint; GET /openapi.json lists the endpoints"],
    ["GET", "/", 404, "There is no such endpoint; GET /openapi.json lists the endpoints"],
  ])("%s %s", async (method, path, status, message) => {
    const response = await service.app().request(path, { method });
    const code = status === 405 ? "method_not_allowed" : "unknown_endpoint";
    expect([response.status, await response.json()]).toMatchObject([status, { code, message }]);
    expect(response.headers.get("allow")).toBe(status === 405 ? (path === "/health" ? "GET" : "POST") : null);
  });

  test.each([
    ["GET", "/v1/chat/completions", 405, "method_not_allowed", "/v1/chat/completions supports POST, not GET"],
    ["DELETE", "/v1/traces", 405, "method_not_allowed", "/v1/traces supports POST, not DELETE"],
    [
      "POST",
      "/v1/responses",
      404,
      "unknown_endpoint",
      "There is no such endpoint; GET /openapi.json lists the endpoints",
    ],
    [
      "POST",
      "/v1/Chat/Completion",
      404,
      "unknown_endpoint",
      "There is no such endpoint; GET /openapi.json lists the endpoints",
    ],
    ["GET", "/v1", 404, "unknown_endpoint", "There is no such endpoint; GET /openapi.json lists the endpoints"],
    [
      "PUT",
      "/weave/v1/nothing",
      404,
      "unknown_endpoint",
      "There is no such endpoint; GET /openapi.json lists the endpoints",
    ],
  ])("%s %s is refused as OpenAI's clients read it", async (method, path, status, code, message) => {
    const response = await service.app().request(path, { method });
    const error = { message, type: "invalid_request_error", param: null, code };
    expect([response.status, await response.json()]).toEqual([status, { error }]);
  });

  test("a path with the same beginning is rejected like other paths", async () => {
    const { code, request_id } = await (await service.app().request("/v10")).json();
    expect([code, typeof request_id]).toEqual(["unknown_endpoint", "string"]);
  });

  test("doubled slashes are one: some clients' base address ends in a slash", async () => {
    expect((await service.post("//call//read?x=1", read)).status).toBe(404);
    expect((await service.post("//call//read", "{}")).status).toBe(422);
  });

  test.each([
    ["abc-1.2_3", true],
    ["x".repeat(64), true],
    ["x".repeat(65), false],
    ["a b", false],
    ["<script>", false],
  ])("a request id %s is the caller's: %s", async (sent, kept) => {
    const response = await service.app().request("/health", { headers: { "x-request-id": sent } });
    expect(response.headers.get("x-request-id") === sent).toBe(kept);
  });

  test("answers are not to be stored or guessed at", async () => {
    const { headers } = await service.app().request("/health");
    expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
  });
});

test("a hundred requests of one key at once are all answered", async () => {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const listProjects = () => gate.then(() => []);
  const app = service.app({ store: { ...service.store, listProjects } });
  const held = Array.from({ length: 100 }, async () => app.request("/projects/query", postOf({})));
  expect((await app.request("/health")).status).toBe(200);
  open();
  expect((await Promise.all(held)).every(({ status }) => status === 200)).toBe(true);
});

test("bodies of one key wait for memory, those of another key do not, and all get a response", async () => {
  const other = await viewerKey();
  const large = `${read}${" ".repeat(BODY_BYTES - read.length)}`;
  const share = KEY_BODIES_HELD_BYTES / BODY_BYTES;
  const [withinShare, withOther, answers] = [gate(), gate(), gate()];
  let reading = 0;
  const readCall = async () => {
    reading += 1;
    if (reading === share) withinShare.open();
    if (reading > share) withOther.open();
    await answers.opened;
    return undefined;
  };
  const app = service.app({ store: { ...service.store, readCall } });
  const ask = async (key?: string) =>
    app.request("/call/read", postOf(large, key ? { authorization: `Bearer ${key}` } : {}));
  // The wait for memory has a limit, which a slow machine must not reach.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = Array.from({ length: share + 1 }, () => ask());
  await withinShare.opened;
  const others = ask(other);
  await withOther.opened;
  expect(reading).toBe(share + 1);
  answers.open();
  const statuses = (await Promise.all([...asked, others])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404]));
});

function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

async function viewerKey(): Promise<string> {
  const roles = [{ project_pattern: "local/p", role: "viewer" }];
  const response = await service.post("/keys/create", { owner: "eve", default_project: "local/p", roles });
  return (await response.json()).api_key;
}

test("an unexpected error is written to the log, not sent to the caller", async () => {
  const listProjects = () => Promise.reject(new Error("relation calls has column secret"));
  const response = await service
    .app({ store: { ...service.store, listProjects } })
    .request("/projects/query", postOf({}));
  const requestId = response.headers.get("x-request-id");
  expect([response.status, await response.json()]).toEqual([
    500,
    {
      code: "internal",
      message: `Internal error. To find the cause, search the service log for request ID ${requestId}.`,
      request_id: requestId,
    },
  ]);
  expect(service.log).toContainEqual(
    expect.objectContaining({
      request_id: requestId,
      error: expect.objectContaining({ message: expect.stringContaining("secret") }),
    }),
  );
});

describe("the log", () => {
  const CANARY = "canary-93fd";

  test("has one line a request, without body, query or key", async () => {
    const before = service.log.length;
    const secret = { authorization: `Bearer ${CANARY}` };
    await service.post(`/call/read?token=${CANARY}`, { project_id: "p", id: CANARY });
    await service.post("/call/read", { [CANARY]: 1 });
    await service.post("/call/read", `{"${CANARY}`);
    await service.post("/call/start", { start: { ...minimalStart, inputs: { text: CANARY } } });
    await service.post("/call/read", {}, secret);
    await service.post(`/${CANARY}`, {}, { ...secret, "x-api-key": CANARY, cookie: CANARY });
    const lines = service.log.slice(before);
    expect(lines.map(({ status, outcome, key_id, route }) => [status, outcome, key_id, route])).toEqual([
      [404, "not_found", "admin", "/call/read"],
      [422, "invalid", "admin", "/call/read"],
      [400, "not_json", "admin", "/call/read"],
      [200, "ok", "admin", "/call/start"],
      [401, "unauthenticated", undefined, "/call/read"],
      [404, "unknown_endpoint", undefined, "unknown"],
    ]);
    for (const line of lines)
      expect(line).toMatchObject({ method: "POST", duration_ms: expect.any(Number), request_id: expect.any(String) });
    expect(JSON.stringify(service.log)).not.toContain(CANARY);
    expect(JSON.stringify(service.log)).not.toContain("planted-secret");
  });

  test("ids generated by the server contain its clock's time", async () => {
    const { id } = await (await service.post("/call/start", { start: minimalStart })).json();
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(NOW.getTime());
  });
});
