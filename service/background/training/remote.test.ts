import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type RequestListener, createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Remote, TooLong } from "./remote";
import { JobRefused } from "./runner";

const BYTES = randomBytes(3 * 2 ** 20 + 1);
async function* parts(...all: Buffer[]) {
  yield* all;
}

const KEY = "secret-of-the-remote";
const answers: Record<string, RequestListener> = {
  "/echo": (request, response) =>
    void response.end(JSON.stringify([request.headers.authorization, request.headers["sec-fetch-mode"]])),
  "/long": (_request, response) => {
    for (let count = 0; count < 97; count += 1) response.write(Buffer.alloc(2 ** 20, "x"));
    response.end();
  },
  "/digest": (request, response) => {
    const hash = createHash("sha256");
    const length = request.headers["content-length"];
    request.on("data", (part: Buffer) => hash.update(part));
    request.on("end", () => void response.end(JSON.stringify({ digest: hash.digest("hex"), length })));
  },
  "/away": (request) => void request.socket.destroy(),
  "/redirect": (_request, response) => void response.writeHead(302, { location: "/echo" }).end(),
};
const server = createServer((request, response) => {
  const [, status] = /^\/status\/(\d+)/.exec(request.url ?? "") ?? [];
  if (status) response.writeHead(Number(status)).end(`no entry with ${request.headers.authorization}`);
  else answers[request.url ?? ""]?.(request, response);
});
let remote: Remote;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  remote = new Remote("The remote", `http://127.0.0.1:${port}`, { authorization: `Bearer ${KEY}` });
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), "close");
});

const get = (path: string) => remote.requestText({ method: "GET", path });

test("sends its headers, and none that a browser would send", async () => {
  expect(await get("/echo")).toBe(`["Bearer ${KEY}",null]`);
});

test.each([
  ["bytes", () => BYTES, `${BYTES.length}`],
  ["parts", () => parts(BYTES.subarray(0, 7), BYTES.subarray(7)), undefined],
])("what is sent as %s comes as it is", async (_what, body, length) => {
  const answer = await remote.requestText({ method: "PUT", path: "/digest", body: body() });
  expect(JSON.parse(answer)).toEqual({ digest: createHash("sha256").update(BYTES).digest("hex"), length });
});

describe("an answer that is no", () => {
  test.each([
    [400, true],
    [401, true],
    [404, true],
    [409, true],
    [422, true],
    [302, true],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ])("%d is one for good: %s", async (status, isForGood) => {
    const error = await get(`/status/${status}`).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof JobRefused).toBe(isForGood);
    expect(String(error)).toContain(`The remote responded with status ${status}: no entry with [key]`);
  });
});

test("a redirect is not followed", async () => {
  await expect(get("/redirect")).rejects.toThrow("The remote responded with status 302");
});

test("a response that breaks off is left to the caller to retry", async () => {
  const error = await get("/away").catch((thrown: unknown) => thrown);
  expect(error instanceof JobRefused).toBe(false);
  expect(String(error)).toContain("The remote did not respond (UND_ERR_SOCKET)");
});

test("an answer without an end is not read to it", async () => {
  await expect(get("/long")).rejects.toThrow(TooLong);
});
