/** Each request, not the build, finds out. */
export const dynamic = "force-dynamic";

/** Whether this dashboard takes requests, for load balancers; scripts/start/stop-gently.mjs notes when it is being stopped. */
export function GET(): Response {
  const isStopping = Boolean(process.env.LOUPE_STOPPING);
  const body = { status: isStopping ? "stopping" : "ready" };
  return Response.json(body, { status: isStopping ? 503 : 200, headers: { "cache-control": "no-store" } });
}
