import { serve } from "@hono/node-server";
import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import type { Store } from "@/service/store/store";
import { ADMIN_KEY, postOf, useService } from "./test-service";

const service = useService();
const KEY = { "content-type": "application/json", "x-api-key": ADMIN_KEY };
let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
  vi.restoreAllMocks();
});

/** Serves the app on a free port with a list defined by the test; returns the address of the list. */
async function listen(listCalls: Store["listCalls"]): Promise<string> {
  const { fetch } = service.app({ store: { ...service.store, listCalls }, allowedHosts: ["127.0.0.1"] });
  server = serve({ fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls/stream_query`;
}

const query = { ...postOf({ project_id: "p", columns: ["id"] }), headers: { ...KEY } };
const outcomeOf = (response: Response) => loggedOutcome(response.headers.get("x-request-id"));

async function loggedOutcome(requestId: string | null): Promise<unknown> {
  return vi.waitFor(() => {
    const line = service.log.find(({ request_id, msg }) => request_id === requestId && msg === "request");
    if (!line) throw new Error("not yet logged");
    return line.outcome;
  }, 30_000);
}

describe("a list over a real connection", () => {
  test("arrives complete", async () => {
    const url = await listen(async function* () {
      yield [{ id: "a" }, { id: "b" }];
      yield [{ id: "c" }];
    });
    const response = await fetch(url, query);
    expect(await response.text()).toBe('{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n');
    expect(await outcomeOf(response)).toBe("ok");
  });

  test("that fails before its first row is an error like any other", async () => {
    // oxlint-disable-next-line require-yield
    const url = await listen(async function* (): AsyncGenerator<CallRow[]> {
      throw new Error("no table");
    });
    const response = await fetch(url, query);
    expect([response.status, (await response.json()).code]).toEqual([500, "internal"]);
  });

  test("that fails midway breaks its connection, without the reason", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let fail: () => void = () => {};
    const failure = new Promise<void>((resolve) => (fail = resolve));
    const url = await listen(async function* () {
      yield [{ id: "a" }];
      await failure;
      throw new Error("secret reason");
    });
    const response = await fetch(url, query);
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('{"id":"a"}\n');
    fail();
    await expect(reader?.read()).rejects.toThrow("terminated");
    expect(await outcomeOf(response)).toBe("cut_off");
  });

  test("stops when its reader disconnects, even while waiting for rows", async () => {
    let stopped: (reason: string) => void = () => {};
    const stop = new Promise<string>((resolve) => (stopped = resolve));
    const url = await listen(async function* (_query, signal) {
      try {
        yield [{ id: "a" }];
        await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
      } finally {
        stopped(signal.aborted ? "aborted" : "finished");
      }
    });
    const leave = new AbortController();
    const response = await fetch(url, { ...query, signal: leave.signal });
    await response.body?.getReader().read();
    leave.abort();
    expect(await stop).toBe("aborted");
    expect(await outcomeOf(response)).toBe("client_left");
  });

  test("whose reader disconnects before the first row is not an error", async () => {
    let asked: () => void = () => {};
    const waiting = new Promise<void>((resolve) => (asked = resolve));
    // oxlint-disable-next-line require-yield
    const url = await listen(async function* (_query, signal): AsyncGenerator<CallRow[]> {
      asked();
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    });
    const leave = new AbortController();
    const request = fetch(url, {
      ...query,
      headers: { ...query.headers, "x-request-id": "left-early" },
      signal: leave.signal,
    });
    await waiting;
    leave.abort();
    await expect(request).rejects.toThrow("aborted");
    expect(await loggedOutcome("left-early")).toBe("client_left");
    expect(service.log.filter(({ request_id, msg }) => request_id === "left-early" && msg !== "request")).toEqual([]);
  });

  test("waits for a slow reader instead of filling memory", async () => {
    const row = { id: "x".repeat(1_000_000) };
    let made = 0;
    const url = await listen(async function* () {
      for (; made < 100; made += 1) yield [row];
    });
    const response = await fetch(url, query);
    const reader = response.body?.getReader();
    await reader?.read();
    const heldBack = await settled(() => made);
    expect(heldBack).toBeLessThan(50);
    while (!(await reader?.read())?.done);
    expect(made).toBe(100);
  });
});

test("a client that disconnects while sending is not a server error", async () => {
  const url = new URL(await listen((query, signal) => service.store.listCalls(query, signal)));
  const socket = connect(Number(url.port), url.hostname);
  const head = `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nx-api-key: ${ADMIN_KEY}\r\nx-request-id: cut-upload\r\n`;
  socket.write(`${head}Content-Length: 1000\r\n\r\n{"project_id":`, () => socket.resetAndDestroy());
  expect(await loggedOutcome("cut-upload")).toBe("client_left");
  expect(service.log.filter(({ request_id, msg }) => request_id === "cut-upload" && msg !== "request")).toEqual([]);
});

/** The value once it has stopped changing. */
async function settled(read: () => number): Promise<number> {
  let last = -1;
  await vi.waitFor(
    () => {
      const now = read();
      const still = now === last;
      last = now;
      if (!still) throw new Error("still changing");
    },
    { interval: 100, timeout: 30_000 },
  );
  return last;
}
