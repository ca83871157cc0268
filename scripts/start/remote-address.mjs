// Loaded before `next start`, which keeps an `X-Forwarded-For` that a client made up and shows no handler the
// connection: says in a header of our own, over whatever a client put there, who is at its other end.
import { subscribe } from "node:diagnostics_channel";

subscribe("http.server.request.start", ({ request }) => {
  request.headers["x-loupe-remote-address"] = request.socket.remoteAddress ?? "";
});
