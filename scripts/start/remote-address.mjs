// Loaded before `next start`, which keeps an `X-Forwarded-For` from the client and does not give handlers the
// connection. Sets the address of the other end in a separate header, overwriting a client's value.
import { subscribe } from "node:diagnostics_channel";

subscribe("http.server.request.start", ({ request }) => {
  request.headers["x-loupe-remote-address"] = request.socket.remoteAddress ?? "";
});
