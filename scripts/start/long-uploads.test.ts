import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import "./long-uploads.mjs";

test("a server without any change gives uploads time", async () => {
  const server = createServer((_request, response) => void response.end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(server.requestTimeout).toBe(300_000);
  await fetch(`http://127.0.0.1:${port}`);
  expect(server.requestTimeout).toBe(1_800_000);
  server.closeAllConnections();
  await once(server.close(), "close");
});
