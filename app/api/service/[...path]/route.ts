import { isAllowedHost } from "@/lib/auth/allowed-hosts";
import { dashboardConfig } from "@/lib/auth/config";
import { sessionCredentials } from "@/lib/auth/session";
import { RELAY_PATH } from "@/lib/client/browser-client";
import { relay } from "../relay";

async function handle(request: Request): Promise<Response> {
  if (!isAllowedHost(request.headers.get("host"), process.env)) return new Response(null, { status: 421 });
  const path = new URL(request.url).pathname.slice(RELAY_PATH.length);
  const { url, services } = dashboardConfig();
  return relay(request, { path, credentials: await sessionCredentials(), first: services[0], url });
}

export { handle as GET, handle as POST };
