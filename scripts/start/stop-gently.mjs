// Loaded before the server of Next.js, which at SIGTERM stops accepting and waits for the requests in flight. The launcher announces
// that by the message "drain": from then on each response is the last one of its connection, and /api/ready answers 503.
// It also asks, with "ask", whether this process still answers.
import { subscribe } from "node:diagnostics_channel";
import process from "node:process";

const IDLE_CHECK_MS = 50;
const finishMs = Number(process.env.LOUPE_FINISH_SECONDS) * 1_000;
const servers = new Set();

subscribe("http.server.request.start", ({ server, response }) => {
  servers.add(server);
  // Otherwise the client sends its next request on a connection that is about to close.
  if (process.env.LOUPE_STOPPING) response.shouldKeepAlive = false;
});

process.on("message", (told) => {
  if (told === "drain") process.env.LOUPE_STOPPING = "1";
  if (told === "ask") process.send("answer", () => undefined);
});
process.channel?.unref();

process.once("SIGTERM", () => {
  process.env.LOUPE_STOPPING = "1";
  for (const server of servers) {
    // What began earlier keeps its connection, which is idle afterwards.
    setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref();
    setTimeout(() => server.closeAllConnections(), finishMs).unref();
  }
});
