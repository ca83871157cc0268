import { expect, onTestFinished, test } from "vitest";
import { type ServerResponse, createServer } from "node:http";
import { once } from "node:events";
import type { Resolve } from "@/lib/network/checked-connector";
import { rayRunner } from "@/service/background/training/runner-config";
import { tryRunner } from "./try-runner";

const KEY = "canary-token-0123456789";

/** A server that has no answer, and its port. */
async function listen(answer: (response: ServerResponse) => void = () => {}) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    answer(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  });
  const address = server.address();
  return { asked, port: typeof address === "object" && address ? address.port : 0 };
}

const rayAt = (address: string) => rayRunner.parse({ type: "ray", address, entrypoint: "true", token: KEY });
const resolvesTo =
  (address: string): Resolve =>
  (_name, _options, done) =>
    done(null, [{ address, family: 4 }]);

test.each([
  ["127.0.0.1", true],
  ["169.254.169.254", false],
])("a name that leads to %s when it is connected to gets no key", async (address, publicOnly) => {
  const { asked, port } = await listen();
  const options = { rules: { publicOnly }, resolve: resolvesTo(address) };
  const { problem } = await tryRunner(rayAt(`http://ray.example.com:${port}`), options);
  expect(problem).toEqual({
    field: "address",
    message: expect.stringContaining("leads to a network that this service does not connect to"),
  });
  expect(asked).toEqual([]);
});

test("a runner that does not answer in time is a problem of its address", async () => {
  const { port } = await listen();
  const { problem } = await tryRunner(rayAt(`http://127.0.0.1:${port}`), { timeoutMs: 50 });
  expect(problem).toEqual({ field: "address", message: "The server did not respond within 0.05 s" });
});

test.each([401, 403])(
  "a token that is rejected with %s is a problem of the key, which is not repeated",
  async (status) => {
    const { asked, port } = await listen((response) => response.writeHead(status).end(`no: ${KEY}`));
    const { problem } = await tryRunner(rayAt(`http://127.0.0.1:${port}`), {});
    expect(problem).toEqual({ field: "key", message: expect.stringContaining("rejected the key") });
    expect(problem?.message).not.toContain("canary");
    expect(asked).toEqual([`Bearer ${KEY}`]);
  },
);
