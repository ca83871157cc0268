import { describe, expect, test } from "vitest";
import { ADMIN_KEY, useService } from "./test-service";
import { DONE, answerEvents, chunkOf, startUpstream } from "@/service/inference/test-upstream";
import { hashKey, newKeyText } from "@/service/people/keys/key-text";
import { appWith, ask, chatOf } from "./test-chat";

const service = useService();
const STREAM = chatOf({ stream: true });
const BROKE_OFF = `data: ${JSON.stringify({
  error: {
    message: "The model server first closed the connection before its answer was complete",
    type: "server_error",
    param: null,
    code: "bad_gateway",
  },
})}\n\n`;

/** The parts of a body as they arrive. */
async function partsOf(response: Response): Promise<string[]> {
  const parts: string[] = [];
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) parts.push(decoder.decode(part, { stream: true }));
  return parts;
}

/** A server that sends what the test decides, when the test decides. */
async function heldUpstream() {
  let write: (part: string) => void = () => {};
  const upstream = await startUpstream((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    write = (part) => void response.write(part);
  });
  return { upstream, write: (part: string) => write(part) };
}

describe("a stream", () => {
  test.each([false, true])("is forwarded chunk by chunk as events, recorded: %s", async (recorded) => {
    const { upstream, write } = await heldUpstream();
    const asked = ask(appWith(service, [upstream]), STREAM, {
      headers: { "x-loupe-record": recorded ? "full" : "off" },
    });
    await expect.poll(() => upstream.arrived.length).toBe(1);
    write(chunkOf("one"));
    const response = await asked;
    expect([response.status, response.headers.get("content-type"), response.headers.get("x-accel-buffering")]).toEqual([
      200,
      "text/event-stream",
      "no",
    ]);
    const reader = response.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await next()).toBe(chunkOf("one"));
    for (const word of ["two", "drei", "四"]) {
      write(chunkOf(word));
      expect(await next()).toBe(chunkOf(word));
    }
    write(DONE);
    expect(await next()).toBe(DONE);
  });

  test.each<[string, Parameters<typeof answerEvents>, string]>([
    ["whole", [chunkOf("a"), DONE], chunkOf("a") + DONE],
    [
      "that says what went wrong itself",
      ['data: {"error":{"message":"m"}}\n\n', DONE],
      `data: {"error":{"message":"m"}}\n\n${DONE}`,
    ],
    ["that ends without its end", [chunkOf("a")], chunkOf("a") + BROKE_OFF],
    ["that ends in half an event", [chunkOf("a"), 'data: {"id":'], chunkOf("a") + BROKE_OFF],
    ["that is empty", [], BROKE_OFF],
    [
      "of nulls",
      ['data: {"id":null,"choices":null,"usage":null}\n\n', DONE],
      `data: {"id":null,"choices":null,"usage":null}\n\n${DONE}`,
    ],
    ["of no JSON", ["data: <script>\n\n", DONE], `data: <script>\n\n${DONE}`],
    ["of comments", [": ping\n\n", chunkOf("a"), DONE], `: ping\n\n${chunkOf("a")}${DONE}`],
  ])("%s", async (_what, parts, expected) => {
    const response = await ask(appWith(service, [await startUpstream(answerEvents(...parts))]), STREAM);
    expect((await partsOf(response)).join("")).toBe(expected);
  });

  test("of bytes that are not UTF-8 is forwarded unchanged", async () => {
    const broken = Buffer.concat([Buffer.from('data: {"a":"'), Buffer.from([0xff, 0xf0, 0x9f]), Buffer.from('"}\n\n')]);
    const response = await ask(appWith(service, [await startUpstream(answerEvents(broken, DONE))]), STREAM);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.concat([broken, Buffer.from(DONE)]));
  });

  test("with a line of 5 MB is complete", async () => {
    const long = chunkOf("x".repeat(5 * 2 ** 20));
    const response = await ask(appWith(service, [await startUpstream(answerEvents(long, DONE))]), STREAM, {
      headers: { "client-project": "acme/long" },
    });
    expect((await response.text()) === long + DONE).toBe(true);
  });

  test("whose server dies ends with an error event", async () => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`${chunkOf("a")}data: {"id"`, () => response.destroy());
    });
    expect((await partsOf(await ask(appWith(service, [upstream]), STREAM))).join("")).toBe(chunkOf("a") + BROKE_OFF);
  });

  test("whose server stops sending ends with an error event", async () => {
    const { upstream, write } = await heldUpstream();
    const app = appWith(service, [upstream], { timeouts: { firstTokenMs: 60_000, idleMs: 50 } });
    const asked = ask(app, STREAM);
    await expect.poll(() => upstream.arrived.length).toBe(1);
    write(chunkOf("a"));
    const said = (await partsOf(await asked)).join("");
    expect(said.slice(0, chunkOf("a").length)).toBe(chunkOf("a"));
    expect(JSON.parse(said.slice(chunkOf("a").length + "data: ".length))).toMatchObject({
      error: { message: "The model server first sent nothing for 0.05 s", code: "gateway_timeout" },
    });
    await expect.poll(() => upstream.open).toBe(0);
  });

  test("whose server does not close behind the last event is whole", async () => {
    const { upstream, write } = await heldUpstream();
    const app = appWith(service, [upstream], { timeouts: { firstTokenMs: 60_000, idleMs: 50 } });
    const asked = ask(app, STREAM);
    await expect.poll(() => upstream.arrived.length).toBe(1);
    write(chunkOf("a") + DONE);
    expect((await partsOf(await asked)).join("")).toBe(chunkOf("a") + DONE);
    await expect.poll(() => upstream.open).toBe(0);
  });
});

describe("a caller that disconnects stops the server", () => {
  test("before the answer has begun", async () => {
    const upstream = await startUpstream(() => {});
    const leaving = new AbortController();
    const asked = ask(appWith(service, [upstream]), chatOf(), { signal: leaving.signal });
    await expect.poll(() => upstream.open).toBe(1);
    leaving.abort();
    await asked;
    await expect.poll(() => upstream.open).toBe(0);
  });

  test.each<[string, (response: Response, leaving: AbortController) => unknown]>([
    ["in the middle of it, by its signal", (_response, leaving) => leaving.abort()],
    ["in the middle of it, by no longer reading", (response) => response.body?.cancel()],
  ])("%s", async (_how, leave) => {
    const { upstream, write } = await heldUpstream();
    const leaving = new AbortController();
    const asked = ask(appWith(service, [upstream]), STREAM, { signal: leaving.signal });
    await expect.poll(() => upstream.arrived.length).toBe(1);
    write(chunkOf("a"));
    const response = await asked;
    await leave(response, leaving);
    await expect.poll(() => upstream.open).toBe(0);
  });

  test("a key that is revoked breaks its stream off", async () => {
    const { id, text } = newKeyText();
    const roles = [{ project_pattern: "acme/a", role: "member" as const }];
    const key = { id, hash: hashKey(text).toString("hex"), owner: "ada", roles, default_project: "acme/a" };
    await service.store.createKey({ ...key, created_by: "admin" });
    const { upstream, write } = await heldUpstream();
    const asked = ask(appWith(service, [upstream]), STREAM, { headers: { authorization: `Bearer ${text}` } });
    await expect.poll(() => upstream.arrived.length).toBe(1);
    write(chunkOf("a"));
    const read = (await asked).text();
    // It may be rejected before the answer to the request below.
    read.catch(() => undefined);
    await service.post("/keys/revoke", { id });
    await expect(read).rejects.toThrow("revoked");
    await expect.poll(() => upstream.open).toBe(0);
  });
});

test("a slow reader slows the server down, and memory stays flat", async () => {
  const EVENTS = 2_000;
  const event = chunkOf("x".repeat(64 * 1024));
  let written = 0;
  const upstream = await startUpstream(async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (; written < EVENTS && !response.destroyed; written += 1)
      if (!response.write(event))
        await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
    response.end(DONE);
  });
  const response = await ask(appWith(service, [upstream]), STREAM, { headers: { "x-loupe-record": "off" } });
  const reader = response.body?.getReader();
  await reader?.read();
  // The server writes until nobody reads any more: the count then stops changing.
  let before = -1;
  const rests = () => before === (before = written);
  await expect.poll(rests, { interval: 100 }).toBe(true);
  expect(written).toBeLessThan(EVENTS / 4);
  await reader?.cancel();
  await expect.poll(() => upstream.open).toBe(0);
});

test("a stream's place among a key's requests is released when it ends", async () => {
  const upstream = await startUpstream(answerEvents(chunkOf("a"), DONE));
  const app = appWith(service, [upstream]);
  for (let sent = 0; sent < 70; sent += 1) {
    const response = await ask(app, STREAM, { headers: { authorization: `Bearer ${ADMIN_KEY}` } });
    expect([response.status, await response.text()]).toEqual([200, chunkOf("a") + DONE]);
  }
});
