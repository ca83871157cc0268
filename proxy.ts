import { NextResponse, type NextRequest } from "next/server";

import { isAllowedHost } from "@/lib/auth/allowed-hosts";
import { contentSecurityPolicy } from "@/lib/auth/content-security-policy";

/** Gives every page its nonce and policy, and answers only to names this dashboard goes by. */
export function proxy(request: NextRequest) {
  const host = request.headers.get("host");
  if (host === null || !isAllowedHost(host, process.env)) {
    if (!host) return plain(400, "The request has no Host header.");
    return plain(421, `The host name ${host} is not allowed. To allow it, add it to LOUPE_ALLOWED_HOSTS.`);
  }
  // Next answers 500 to these.
  if (!isDecodable(request.nextUrl.pathname))
    return plain(400, "The URL contains a % that is not part of a valid percent-encoding. Check the link.");
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  // next-auth makes addresses of this name where NEXTAUTH_URL gives none; only Host was checked.
  headers.set("x-forwarded-host", host);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function plain(status: number, text: string): NextResponse {
  return new NextResponse(`${text}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

// Whole segments: a name that merely begins like one of these is a page. What is left out: scripts and styles, which
// are the same for everyone, and the relay, since Next buffers a body that passes here and cuts it at 10 MB; it checks
// Host and Origin itself, and none of its paths has a `%`; and readiness, which the probes of a cluster ask for by an
// address that nobody knows before.
export const config = { matcher: ["/((?!api/service/[^/%][^%]*$|api/ready$|_next/static/[^/]).*)"] };
