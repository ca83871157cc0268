import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import "./remote-address.mjs";

test("a handler gets the address of the other end, whatever the client claims", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers);
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const headers = { "x-loupe-remote-address": "203.0.113.9", "x-forwarded-for": "203.0.113.8" };
  await fetch(`http://127.0.0.1:${port}`, { headers });
  expect(seen[0]).toMatchObject({ "x-loupe-remote-address": "127.0.0.1", "x-forwarded-for": "203.0.113.8" });
  server.closeAllConnections();
  await once(server.close(), "close");
});
