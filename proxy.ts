import { NextResponse, type NextRequest } from "next/server";

import { isAllowedHost } from "@/lib/auth/allowed-hosts";
import { contentSecurityPolicy } from "@/lib/auth/content-security-policy";

/** Gives every page its nonce and policy, and answers only to names this dashboard goes by. */
export function proxy(request: NextRequest) {
  const host = request.headers.get("host");
  if (!isAllowedHost(host, process.env)) {
    const text = `This dashboard does not answer to the host name in the request. Add it to LOUPE_ALLOWED_HOSTS if it should.\n`;
    return new NextResponse(text, {
      status: host ? 421 : 400,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

// The relay stays out: Next buffers a body that passes here, and cuts it at 10 MB. It checks Host and Origin itself.
export const config = { matcher: ["/((?!api/service|_next/static|_next/image|favicon.svg).*)"] };
