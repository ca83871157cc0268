import { createServer } from "node:http";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Provider } from "./provider";

const HOUR_MS = 60 * 60_000;
let asked = 0;
let isDown = false;
const server = createServer((request, response) => {
  asked += 1;
  if (isDown) return void request.socket.destroy();
  const metadata = { issuer: issuer(), jwks_uri: `${issuer()}/jwks`, prompt_values_supported: ["select_account"] };
  response.setHeader("content-type", "application/json").end(JSON.stringify(metadata));
});

function issuer(): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens");
  return `http://127.0.0.1:${address.port}`;
}

beforeEach(async () => {
  asked = 0;
  isDown = false;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const provider = () =>
  new Provider(
    {
      issuer: issuer(),
      clientId: "loupe",
      clientSecret: "planted",
      algorithm: "RS256",
      groupsClaim: "groups",
      trustsEmails: false,
      rolesByGroup: new Map(),
    },
    () => new Date(),
  );
const askAtOnce = (one: Provider) => Promise.all(Array.from({ length: 5 }, () => one.offersAccounts()));

test("requests that wait for the provider's metadata ask for them once", async () => {
  const one = provider();
  expect(await askAtOnce(one)).toEqual([true, true, true, true, true]);
  expect(await askAtOnce(one)).toEqual([true, true, true, true, true]);
  expect(asked).toBe(1);
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 2 * HOUR_MS);
  expect(await askAtOnce(one)).toEqual([true, true, true, true, true]);
  expect(asked).toBe(2);
});

test("a failure is not kept", async () => {
  const one = provider();
  isDown = true;
  expect(await askAtOnce(one)).toEqual([false, false, false, false, false]);
  isDown = false;
  expect(await askAtOnce(one)).toEqual([true, true, true, true, true]);
  expect(asked).toBe(2);
});
