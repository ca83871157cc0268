// Loaded before `next start`, which has no option for it: training jobs may be uploaded slowly, as at the service.
import { subscribe } from "node:diagnostics_channel";

const UPLOAD_MS = 30 * 60_000;

subscribe("http.server.request.start", ({ server }) => {
  server.requestTimeout = UPLOAD_MS;
});
