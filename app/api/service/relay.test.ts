import { describe, expect, it, vi } from "vitest";
import {
  answerJson,
  deadAddress,
  startRawTestService,
  startTestService,
  type TestService,
} from "@/lib/client/test-service";
import { EXPORT_HEADER } from "@/lib/contract/export-header";
import { type Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { traceError } from "@/lib/contract/errors";
import { relay } from "./relay";

const CANARY = "canary-key-7f31";
const HERE = "http://127.0.0.1:3000";

function credentialsFor(address: string) {
  return {
    service: { name: "Loupe", base_url: address, inference_base_url: address, public_url: address, user_name: false },
    session: { serviceName: "Loupe", username: "ann", password: CANARY, token: `${CANARY}-token` },
  };
}

function post(path: string, init: RequestInit & { duplex?: "half" } = {}): Request {
  const headers = new Headers({ host: "127.0.0.1:3000", origin: HERE, "content-type": "application/json" });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  return new Request(`${HERE}/api/service${path}`, { method: "POST", body: "{}", ...init, headers });
}

function pass(request: Request, service: TestService | string) {
  const { pathname } = new URL(request.url);
  const address = typeof service === "string" ? service : service.baseUrl;
  const path = pathname.slice("/api/service".length);
  const credentials = credentialsFor(address);
  return relay(request, { path, credentials, first: credentials.service, url: undefined });
}

/** A path of the endpoint, with values for the fields in braces. */
const somePath = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, "7");

const get = (address: string) => new Request(`${HERE}/api/service${address}`);

const echo = () => startTestService((response, { body }) => answerJson(response, 200, { body }));

describe("what is passed on", () => {
  it("takes path, method and authorization from the contract, and forwards the body unchanged", async () => {
    await using service = await echo();
    const body = `{"project_id":"a/b", "n":12345678901234567890}`;
    const answer = await pass(post("/call/read", { body }), service);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ body });
    const [seen] = service.seen;
    expect(seen).toMatchObject({ method: "POST", url: "/call/read" });
    expect(seen?.headers.authorization).toBe(`Basic ${btoa(`ann:${CANARY}`)}`);
  });

  it("sends on only the headers that the service has a use for", async () => {
    await using service = await echo();
    const headers = {
      cookie: "loupe-3000.session-token=x",
      authorization: "Bearer forged",
      "x-api-key": "forged",
      "x-forwarded-for": "1.2.3.4",
      "client-project": "a/b",
      "x-request-id": "r-1",
    };
    await pass(post("/call/read", { headers }), service);
    const seen = service.seen[0]?.headers ?? {};
    expect(seen).toMatchObject({ "client-project": "a/b", "x-request-id": "r-1", "accept-encoding": "identity" });
    expect(seen.authorization).not.toContain("forged");
    expect([seen.cookie, seen["x-api-key"], seen["x-forwarded-for"], seen.origin]).toEqual(Array(4).fill(undefined));
  });

  it.each([
    [undefined, undefined],
    ["yes", "yes"],
    ["no", undefined],
    ["forged", undefined],
  ])("tells the service whether the browser saves the answer: %s is %s", async (sent, passedOn) => {
    await using service = await echo();
    await pass(post("/calls/stream_query", { headers: sent === undefined ? {} : { [EXPORT_HEADER]: sent } }), service);
    expect(service.seen[0]?.headers[EXPORT_HEADER]).toBe(passedOn);
  });

  it("knows every relayed endpoint of the contract, and no other", async () => {
    await using service = await echo();
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const path = somePath(endpoint);
      const request = endpoint.method === "GET" ? get(path) : post(path, { method: endpoint.method });
      // A path that is relayed with another method.
      const isKnown = Object.values<Endpoint>(endpoints).some((one) => one.relayed && somePath(one) === path);
      const expected = endpoint.relayed ? 200 : isKnown ? 405 : 404;
      expect([path, (await pass(request, service)).status]).toEqual([path, expected]);
    }
  });

  it.each([
    ["/v1/preview/training-jobs?project_id=a%2Fb&limit=2", "/v1/preview/training-jobs?project_id=a%2Fb&limit=2"],
    ["/v1/preview/training-jobs/j-1/groups/3", "/v1/preview/training-jobs/j-1/groups/3"],
    ["/v1/preview/training-jobs/j-1/events?after=7&id=j-2", "/v1/preview/training-jobs/j-1/events?after=7"],
  ])("asks GET %s as %s", async (asked, address) => {
    await using service = await echo();
    expect((await pass(get(asked), service)).status).toBe(200);
    expect(service.seen[0]).toMatchObject({ method: "GET", url: address, body: "" });
  });

  const refused: { path: string; method?: string; status: number; code: string }[] = [
    { path: "/call/read", method: "PUT", status: 405, code: "method_not_allowed" },
    { path: "/server_info", status: 405, code: "method_not_allowed" },
    { path: "/call/read/", status: 404, code: "unknown_endpoint" },
    { path: "/call%2fread", status: 404, code: "unknown_endpoint" },
    { path: "/call/x%2f..%2fread", status: 404, code: "unknown_endpoint" },
    { path: "//evil.example/call/read", status: 404, code: "unknown_endpoint" },
    { path: "/v1/traces", status: 404, code: "unknown_endpoint" },
    { path: "/__proto__", status: 404, code: "unknown_endpoint" },
    { path: "", status: 404, code: "unknown_endpoint" },
    { path: "/v1/preview/training-jobs/%2e%2e/cancel", status: 404, code: "unknown_endpoint" },
    { path: "/v1/preview/training-jobs/a%2Fb/cancel", status: 404, code: "unknown_endpoint" },
  ];

  it.each(refused)("refuses $method $path with $status", async ({ path, method = "POST", status, code }) => {
    await using service = await echo();
    const answer = await pass(post(path, { method }), service);
    expect(answer.status).toBe(status);
    expect(traceError.parse(await answer.json()).code).toBe(code);
    expect(service.seen).toEqual([]);
  });

  it("passes on only what needs no key for somebody who is not signed in, to the first service", async () => {
    await using service = await echo();
    const { service: first } = credentialsFor(service.baseUrl);
    const options = { credentials: undefined, first, url: undefined };
    const read = await relay(post("/people/invitations/read"), { ...options, path: "/people/invitations/read" });
    expect(read.status).toBe(200);
    expect(service.seen[0]?.headers.authorization).toBeUndefined();
    for (const path of ["/call/read", "/server_info", "/people/sign_in"]) {
      const request = path === "/server_info" ? get(path) : post(path);
      expect([path, (await relay(request, { ...options, path })).status]).toEqual([
        path,
        path === "/people/sign_in" ? 404 : 401,
      ]);
    }
    const foreign = post("/people/invitations/accept", { headers: { origin: "http://evil.example" } });
    expect((await relay(foreign, { ...options, path: "/people/invitations/accept" })).status).toBe(403);
    expect(service.seen).toHaveLength(1);
  });

  it("passes a body of 30 MB whole", async () => {
    let received = 0;
    await using service = await startRawTestService((request, response) => {
      request.on("data", (chunk: Buffer) => (received += chunk.length));
      request.on("end", () => response.end("{}"));
    });
    const body = new Uint8Array(30_000_000).fill(0x20);
    expect((await pass(post("/call/upsert_batch", { body }), service)).status).toBe(200);
    expect(received).toBe(30_000_000);
  });

  it("forwards a body as it arrives", async () => {
    const arrived: string[] = [];
    await using service = await startRawTestService((request, response) => {
      request.on("data", (chunk: Buffer) => arrived.push(chunk.toString()));
      request.on("end", () => response.end("{}"));
    });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = pass(post("/call/upsert_batch", { body: readable, duplex: "half" }), service);
    await writer.write(new TextEncoder().encode("one"));
    await vi.waitFor(() => expect(arrived).toEqual(["one"]), 30_000);
    await writer.write(new TextEncoder().encode("two"));
    await writer.close();
    expect((await answer).status).toBe(200);
    expect(arrived.join("")).toBe("onetwo");
  });
});

describe("responses", () => {
  it("passes status and error body through", async () => {
    const error = { code: "invalid", message: "no", request_id: "r", errors: [{ path: "limit", message: "must …" }] };
    await using service = await startTestService((response) =>
      answerJson(response, 422, error, { "retry-after": "3", "x-request-id": "r" }),
    );
    const answer = await pass(post("/call/read"), service);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual(error);
    expect([answer.headers.get("retry-after"), answer.headers.get("x-request-id")]).toEqual(["3", "r"]);
  });

  it("withholds headers that are not meant for the browser", async () => {
    const headers = {
      "set-cookie": "a=b",
      "www-authenticate": "Basic",
      server: "x",
      "access-control-allow-origin": "*",
      link: "</x>",
    };
    await using service = await startTestService((response) => answerJson(response, 401, {}, headers));
    const answer = await pass(post("/call/read"), service);
    const names = [...answer.headers.keys()];
    expect(names.filter((name) => name in headers)).toEqual([]);
    expect(names).not.toContain("content-encoding");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  it("forwards each row as it arrives", async () => {
    let next = (): void => undefined;
    await using service = await startTestService((response) => {
      const rows = ["a", "b"];
      next = () => {
        const row = rows.shift();
        if (row) response.write(`{"id":"${row}"}\n`);
        else response.end();
      };
      next();
    });
    const answer = await pass(post("/calls/stream_query"), service);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const got: unknown[] = [];
    for (let row = await reader?.read(); row && !row.done; row = await reader?.read()) {
      got.push(row.value);
      next();
    }
    expect(got).toEqual([`{"id":"a"}\n`, `{"id":"b"}\n`]);
    expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
  });

  it("forwards a chat's events as they arrive, with the id of its recorded call", async () => {
    let say = (_event: string): void => undefined;
    await using service = await startTestService((response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "x-loupe-call-id": "c1" }).flushHeaders();
      say = (event) => void response.write(event);
      say("data: 1\n\n");
    });
    const headers = {
      "client-project": "a/b",
      "x-loupe-record": "usage",
      "x-loupe-prompt": "core:///a/b/object/p:d",
      "x-loupe-row": "core:///a/b/table/t/id/r",
    };
    const answer = await pass(post("/v1/chat/completions/", { headers }), service);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("data: 1\n\n");
    say("data: 2\n\n");
    expect((await reader?.read())?.value).toBe("data: 2\n\n");
    await reader?.cancel();
    expect(["cache-control", "content-type", "x-loupe-call-id"].map((name) => answer.headers.get(name))).toEqual([
      "no-store, no-transform",
      "text/event-stream",
      "c1",
    ]);
    expect(service.seen[0]?.headers).toMatchObject({ ...headers, authorization: `Bearer ${CANARY}-token` });
  });

  it("breaks the response where the service broke it", async () => {
    await using service = await startTestService(async (response) => {
      await new Promise((resolve) => response.write(`{"id":"a"}\n`, resolve));
      response.destroy();
    });
    const answer = await pass(post("/calls/stream_query"), service);
    await expect(answer.text()).rejects.toThrow("terminated");
  });

  it("stops the service's work when the browser disconnects", async () => {
    const closed = vi.fn<() => void>();
    await using service = await startTestService((response) => {
      response.on("close", closed).write(`{"id":"a"}\n`);
    });
    const leaving = new AbortController();
    const answer = await pass(post("/calls/stream_query", { signal: leaving.signal }), service);
    leaving.abort();
    await expect(answer.text()).rejects.toMatchObject({ name: "AbortError" });
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), 30_000);
  });

  it("sends no response when the browser disconnected before the service responded", async () => {
    const leaving = new AbortController();
    await using service = await startTestService(() => leaving.abort());
    expect((await pass(post("/call/read", { signal: leaving.signal }), service)).status).toBe(499);
  });

  it.each([301, 302, 307, 308])("does not follow a %i, nor hand it on", async (status) => {
    await using canary = await echo();
    await using service = await startTestService((response) => {
      response.writeHead(status, { location: `${canary.baseUrl}/call/read` }).end();
    });
    const answer = await pass(post("/call/read"), service);
    expect(answer.status).toBe(502);
    expect(answer.headers.get("location")).toBeNull();
    expect(canary.seen).toEqual([]);
  });

  it.each([
    [502, 502, "bad_gateway"],
    [503, 502, "bad_gateway"],
    [504, 504, "gateway_timeout"],
  ])("reports a proxy's %i in place of the service's answer", async (given, status, code) => {
    await using service = await startTestService((response) => {
      response.writeHead(given, { "content-type": "text/html" }).end("<h1>No server</h1>");
    });
    const answer = await pass(post("/call/read"), service);
    const error = traceError.parse(await answer.json());
    expect([answer.status, error.code]).toEqual([status, code]);
    expect(error.message).toContain(`The service did not respond (${service.baseUrl}).`);
  });

  it("names the address of a service that does not answer", async () => {
    const address = await deadAddress();
    const answer = await pass(post("/call/read"), address);
    const error = traceError.parse(await answer.json());
    expect([answer.status, error.code, error.message]).toEqual([
      502,
      "bad_gateway",
      `The service did not respond (${address}).`,
    ]);
  });

  it("responds with 504 when the service takes too long", async () => {
    const timeout = new TypeError("fetch failed", {
      cause: Object.assign(new Error("x"), { code: "UND_ERR_HEADERS_TIMEOUT" }),
    });
    const fetch = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(timeout);
    expect((await pass(post("/call/read"), HERE)).status).toBe(504);
    fetch.mockRestore();
  });
});

describe("who may ask", () => {
  it("answers 401 in the trace shape without a session", async () => {
    const answer = await relay(post("/call/read"), { path: "/call/read", credentials: undefined, url: undefined });
    expect(answer.status).toBe(401);
    expect(traceError.parse(await answer.json()).code).toBe("unauthenticated");
  });

  it("refuses every POST that another site makes", async () => {
    await using service = await echo();
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      if (!endpoint.relayed || endpoint.method !== "POST") continue;
      const path = somePath(endpoint);
      const answer = await pass(post(path, { headers: { origin: "https://evil.example" } }), service);
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect(service.seen).toEqual([]);
  });

  it("never reveals the credentials, for any error", async () => {
    const answers = await Promise.all([
      pass(post("/call/read"), await deadAddress()),
      pass(post("/nope"), HERE),
      relay(post("/call/read"), { path: "/call/read", credentials: undefined, url: undefined }),
    ]);
    const said = await Promise.all(
      answers.map(async (answer) => (await answer.text()) + JSON.stringify([...answer.headers])),
    );
    expect(said.join()).not.toContain(CANARY);
  });
});
