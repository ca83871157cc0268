import { describe, expect, it, vi } from "vitest";
import { JsonText } from "@/lib/json/text";
import { ApiError, isMissingEndpoint, isNotFound } from "./api-error";
import { createClient } from "./client";
import { createConnectionGate } from "./connection-gate";
import { createSessionGate } from "./session-gate";
import { answerJson, deadAddress, startTestService } from "./test-service";

const PROJECT = { project_id: "local/demo" };
const CALL = `{"id":"a","project_id":"local/demo","op_name":"op","trace_id":"t","started_at":"2026-11-20T08:00:00Z","attributes":{},"inputs":{"n": 12345678901234567890, "f":1.0}}`;

/** A field that a response marks as absent. */
type Absence = "endpoint" | "thing" | undefined;

function absenceOf(error: unknown): Absence {
  if (isMissingEndpoint(error)) return isNotFound(error) ? undefined : "endpoint";
  return isNotFound(error) ? "thing" : undefined;
}

describe("request", () => {
  it("sends the endpoint's body and parses its response, with exact payloads", async () => {
    await using service = await startTestService((response) => void response.end(`{"call":${CALL}}`));
    const client = createClient({ ...service, headers: { authorization: "Basic eDp5" } });
    const { call } = await client.request("callRead", { ...PROJECT, id: "a" });
    expect(call.inputs.text).toBe(`{"n": 12345678901234567890, "f":1.0}`);
    expect(call.started_at).toBe("2026-11-20T08:00:00.000000Z");
    const [seen] = service.seen;
    expect(seen).toMatchObject({ method: "POST", url: "/call/read", body: `{"project_id":"local/demo","id":"a"}` });
    expect(seen?.headers).toMatchObject({ authorization: "Basic eDp5", "content-type": "application/json" });
  });

  it("sends the headers of one request beside those of the client", async () => {
    await using service = await startTestService((response) => void response.end('{"object":"list","data":[]}'));
    const client = createClient({ ...service, headers: { authorization: "Basic eDp5" } });
    await client.request("models", undefined, { headers: { "client-project": "local/demo" } });
    await client.request("models", undefined);
    const [first, second] = service.seen;
    expect(first?.headers).toMatchObject({ authorization: "Basic eDp5", "client-project": "local/demo" });
    expect(second?.headers["client-project"]).toBeUndefined();
  });

  it("writes payloads verbatim", async () => {
    await using service = await startTestService((response) => void response.writeHead(500).end());
    const payload = new JsonText(`{"n": 12345678901234567890}`);
    const body = { ...PROJECT, core_ref: "core:///local/demo/call/a", feedback_type: "custom", payload };
    await expect(createClient(service).request("feedbackCreate", body)).rejects.toThrow("status 500");
    expect(service.seen[0]?.body).toContain(`"payload":{"n": 12345678901234567890}`);
  });

  const failures: { name: string; status: number; body: string; headers?: Record<string, string>; error: object }[] = [
    {
      name: "the trace shape",
      status: 422,
      body: `{"code":"invalid","message":"no","request_id":"r1","errors":[{"path":"limit","message":"must not be negative"}]}`,
      error: { code: "invalid", status: 422, message: "no", requestId: "r1", errors: [{ path: "limit" }] },
    },
    {
      name: "OpenAI's shape",
      status: 400,
      body: `{"error":{"message":"bad model","type":"t","param":null,"code":null}}`,
      headers: { "x-request-id": "r2" },
      error: { code: "bad_request", message: "bad model", requestId: "r2" },
    },
    {
      name: "OpenAI's shape about a field",
      status: 422,
      body: `{"error":{"message":"too hot","type":"t","param":"temperature","code":null}}`,
      error: { code: "invalid", errors: [{ path: "temperature", message: "too hot" }] },
    },
    {
      name: "OpenAI's format, with errors in several fields",
      status: 422,
      body: `{"error":{"message":"no","type":"t","param":"a","code":"invalid","errors":[{"path":"a","message":"x"},{"path":"b","message":"y"}]}}`,
      error: {
        code: "invalid",
        errors: [
          { path: "a", message: "x" },
          { path: "b", message: "y" },
        ],
      },
    },
    {
      name: "no shape at all",
      status: 503,
      body: "<html>",
      headers: { "retry-after": "7" },
      error: { code: "unavailable", retryAfterSeconds: 7, message: "The service responded with status 503." },
    },
    { name: "a status of no code", status: 418, body: "", error: { code: "unexpected_answer", status: 418 } },
    { name: "an answer that is not JSON", status: 200, body: "<html>", error: { code: "unexpected_answer" } },
    { name: "an answer of another shape", status: 200, body: `{"call":{}}`, error: { code: "unexpected_answer" } },
  ];

  it.each(failures)("throws ApiError for $name", async ({ status, body, headers, error }) => {
    await using service = await startTestService((response) => void response.writeHead(status, headers).end(body));
    const asked = createClient(service).request("callRead", { ...PROJECT, id: "a" });
    await expect(asked).rejects.toMatchObject({ name: "ApiError", ...error });
  });

  const ours = (code: string) => `{"code":"${code}","message":"no","request_id":"r"}`;
  const openAi = (code: string) =>
    `{"error":{"message":"no","type":"invalid_request_error","param":null,"code":${code}}}`;
  const absences: { name: string; status: number; body: string; core: Absence; extension: Absence }[] = [
    {
      name: "our code of an endpoint",
      status: 404,
      body: ours("unknown_endpoint"),
      core: "endpoint",
      extension: "endpoint",
    },
    { name: "our code of a thing", status: 404, body: ours("not_found"), core: "thing", extension: "thing" },
    {
      name: "our code of a method",
      status: 405,
      body: ours("method_not_allowed"),
      core: "endpoint",
      extension: "endpoint",
    },
    {
      name: "OpenAI's shape of an endpoint",
      status: 404,
      body: openAi('"unknown_endpoint"'),
      core: "endpoint",
      extension: "endpoint",
    },
    { name: "OpenAI's shape of a thing", status: 404, body: openAi('"not_found"'), core: "thing", extension: "thing" },
    {
      name: "OpenAI's shape without our code",
      status: 404,
      body: openAi("null"),
      core: "thing",
      extension: "endpoint",
    },
    {
      name: "another service's shape",
      status: 404,
      body: `{"detail":"Not Found"}`,
      core: "thing",
      extension: "endpoint",
    },
    {
      name: "a code of another service",
      status: 404,
      body: `{"code":"NOT_FOUND","message":"no"}`,
      core: "thing",
      extension: "endpoint",
    },
    { name: "a plain 404", status: 404, body: "", core: "thing", extension: "endpoint" },
    { name: "a plain 405", status: 405, body: "<html>", core: "endpoint", extension: "endpoint" },
    { name: "a plain 501", status: 501, body: "", core: "endpoint", extension: "endpoint" },
    { name: "our code of anything else", status: 403, body: ours("forbidden"), core: undefined, extension: undefined },
    { name: "a plain 500", status: 500, body: "", core: undefined, extension: undefined },
  ];

  it.each(absences)(
    "$name: $core of a core endpoint, $extension of an extension",
    async ({ status, body, ...absent }) => {
      await using service = await startTestService((response) => void response.writeHead(status).end(body));
      const client = createClient(service);
      const failures = await Promise.allSettled([
        client.request("callRead", { ...PROJECT, id: "a" }),
        client.request("callsQueryStats", PROJECT),
      ]);
      expect(failures.map((failure) => failure.status === "rejected" && absenceOf(failure.reason))).toEqual([
        absent.core,
        absent.extension,
      ]);
    },
  );

  it("rejects with unreachable when there is no response", async () => {
    const baseUrl = await deadAddress();
    const asked = createClient({ baseUrl }).request("projectsQuery", {});
    await expect(asked).rejects.toMatchObject({
      code: "unreachable",
      message: `The service (${baseUrl}) did not respond.`,
    });
  });

  it("never follows a redirect", async () => {
    await using canary = await startTestService((response) => answerJson(response, 200, {}));
    await using service = await startTestService(
      (response) => void response.writeHead(307, { location: canary.baseUrl }).end(),
    );
    await expect(createClient(service).request("projectsQuery", {})).rejects.toThrow("did not respond");
    expect(canary.seen).toEqual([]);
  });

  it("rejects as aborted, not as failed, when its caller aborts", async () => {
    const leaving = new AbortController();
    await using service = await startTestService(() => leaving.abort());
    const asked = createClient(service).request("projectsQuery", {}, { signal: leaving.signal });
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("stream", () => {
  const read = async (baseUrl: string) => {
    const ids: string[] = [];
    let error: unknown;
    try {
      for await (const row of createClient({ baseUrl }).stream("callsStreamQuery", PROJECT)) ids.push(row.id);
    } catch (cause) {
      error = cause;
    }
    return { ids, error };
  };

  const lists: { name: string; chunks: string[]; breaks?: true; ids: string[]; code?: string }[] = [
    { name: "a whole list", chunks: [`{"id":"a"}\n{"id":"b"}\n`], ids: ["a", "b"] },
    { name: "an empty list", chunks: [], ids: [] },
    { name: "rows split anywhere", chunks: [`{"i`, `d":"ü`, `"}`, `\n{"id":"b"}\n`], ids: ["ü", "b"] },
    { name: "a broken connection between rows", chunks: [`{"id":"a"}\n`], breaks: true, ids: ["a"], code: "cut_off" },
    {
      name: "a broken connection within a row",
      chunks: [`{"id":"a"}\n{"i`],
      breaks: true,
      ids: ["a"],
      code: "cut_off",
    },
    { name: "a last line without an end", chunks: [`{"id":"a"}\n{"id":"b"}`], ids: ["a"], code: "cut_off" },
    { name: "a line that is not JSON", chunks: [`{"id":"a"}\nboom\n`], ids: ["a"], code: "unexpected_answer" },
  ];

  it.each(lists)("$name", async ({ chunks, breaks, ids, code }) => {
    await using service = await startTestService(async (response) => {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      for (const chunk of chunks) await new Promise((resolve) => response.write(chunk, resolve));
      if (breaks) response.destroy();
      else response.end();
    });
    const result = await read(service.baseUrl);
    expect(result.ids).toEqual(ids);
    expect(result.error instanceof ApiError ? result.error.code : result.error).toBe(code);
  });

  it("reports how many rows arrived before the connection broke", async () => {
    await using service = await startTestService((response) => void response.end(`{"id":"a"}\n{"id":"b"`));
    const { error } = await read(service.baseUrl);
    expect(error).toMatchObject({ message: "The list was cut off after 1 rows: the connection was lost." });
  });

  it("stops the service's response when its reader stops", async () => {
    const onClose = vi.fn<() => void>();
    await using service = await startTestService((response) => {
      response.on("close", onClose).write(`{"id":"a"}\n`);
    });
    for await (const row of createClient(service).stream("callsStreamQuery", PROJECT)) {
      expect(row.id).toBe("a");
      break;
    }
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled(), 30_000);
  });
});

describe("the gates", () => {
  const UNAUTHENTICATED = { code: "unauthenticated", message: "no", request_id: "r" };

  it("asks for a new session once, and then sends the waiting requests again", async () => {
    let isSignedIn = false;
    await using service = await startTestService((response) =>
      isSignedIn ? answerJson(response, 200, { projects: [] }) : answerJson(response, 401, UNAUTHENTICATED),
    );
    const session = createSessionGate();
    const client = createClient({ ...service, session });
    const asked = [client.request("projectsQuery", {}), client.request("projectsQuery", {})];
    await vi.waitFor(() => expect(service.seen).toHaveLength(2), 30_000);
    await vi.waitFor(() => expect(session.isAsking).toBe(true), 30_000);
    isSignedIn = true;
    session.renewed();
    expect(await Promise.all(asked)).toEqual([{ projects: [] }, { projects: [] }]);
    expect(session.isAsking).toBe(false);
  });

  it("rejects the waiting requests when the user declines", async () => {
    await using service = await startTestService((response) => answerJson(response, 401, UNAUTHENTICATED));
    const session = createSessionGate();
    const asked = createClient({ ...service, session }).request("projectsQuery", {});
    await vi.waitFor(() => expect(session.isAsking).toBe(true), 30_000);
    session.declined();
    await expect(asked).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("waits for an unavailable service and continues by itself", async () => {
    let isUp = false;
    const away = { code: "bad_gateway", message: "The service did not respond (http://x).", request_id: "r" };
    await using service = await startTestService((response) =>
      isUp ? answerJson(response, 200, { projects: [] }) : answerJson(response, 502, away),
    );
    const connection = createConnectionGate();
    const asked = createClient({ ...service, connection }).request("projectsQuery", {});
    await vi.waitFor(() => expect(connection.outage?.message).toBe(away.message), 30_000);
    isUp = true;
    connection.retryNow();
    expect(await asked).toEqual({ projects: [] });
    expect(connection.outage).toBeUndefined();
  });

  it("does not wait if waiting cannot help", async () => {
    const slow = { code: "unavailable", message: "Narrow the query.", request_id: "r" };
    await using service = await startTestService((response) => answerJson(response, 503, slow));
    const connection = createConnectionGate();
    const asked = createClient({ ...service, connection }).request("projectsQuery", {});
    await expect(asked).rejects.toMatchObject({ code: "unavailable", message: "Narrow the query." });
    expect(connection.outage).toBeUndefined();
  });
});
