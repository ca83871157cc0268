import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { dashboardConfig } from "@/lib/auth/config";
import { OIDC_PROVIDER } from "@/lib/auth/oidc-provider";
import { authOptions, chooseAccountCookieName } from "@/lib/auth/options";
import { readerAddress } from "@/lib/auth/reader-address";
import type { PeopleSignOut } from "@/lib/contract/people";
import { TOO_MANY_ATTEMPTS } from "@/lib/client/sign-in";
import { RETRY_SECONDS } from "@/lib/network/failed-attempts";
import { withChoice, withoutChoice } from "./account-choice";
import { invitationIn, invitationOf, withInvitation } from "./invitation-cookie";
import { toOwnPage, toProvider } from "./own-pages";

/** The actions that the dashboard's own pages use. next-auth also has pages, a log and answers for other providers. */
const ACTIONS = new Map([
  ["csrf", "GET"],
  ["providers", "GET"],
  ["session", "GET"],
  ["callback/link", "POST"],
  ["callback/service", "POST"],
  ["signout", "POST"],
]);
/** Those of the sign-in provider, if there is one. */
const CALLBACK = `callback/${OIDC_PROVIDER}`;
const PROVIDER_ACTIONS = new Map([
  [`signin/${OIDC_PROVIDER}`, "POST"],
  [CALLBACK, "GET"],
]);
const FORM_CHARS = 64 * 1024;

async function handle(request: NextRequest, context: RouteContext<"/api/auth/[...nextauth]">): Promise<Response> {
  const { nextauth } = await context.params;
  const action = nextauth.join("/");
  const method = ACTIONS.get(action) ?? (dashboardConfig().oidc && PROVIDER_ACTIONS.get(action));
  if (!method) return refuse(404);
  if (method !== request.method) return refuse(405, { allow: method });
  const form = method === "POST" ? await request.text() : undefined;
  if (form !== undefined && !request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    return refuse(415);
  if (form !== undefined && form.length > FORM_CHARS) return refuse(413);
  // Without the query, in which next-auth would read a callback address; that of the provider has its answer.
  const search = action === CALLBACK ? request.nextUrl.search : "";
  const asked = new NextRequest(new URL(request.nextUrl.pathname + search, request.nextUrl.origin), {
    method,
    headers: request.headers,
    body: form,
  });
  let ended: PeopleSignOut | undefined;
  const cookie = { name: chooseAccountCookieName(), isSecure: isSecure(request) };
  const options = authOptions(cookie.isSecure, {
    address: readerAddress((name) => request.headers.get(name) ?? undefined),
    choosesAccount: request.cookies.has(cookie.name),
    invitation: action === CALLBACK ? invitationOf(request.headers) : undefined,
    onSignOut: (said) => (ended = said),
  });
  const answer: Response = await NextAuth(asked, context, options);
  if (ended) {
    const { provider_url, offers_accounts } = ended;
    const left = provider_url === undefined ? answer : await toProvider(answer, provider_url);
    return offers_accounts ? withChoice(left, cookie) : left;
  }
  if (PROVIDER_ACTIONS.has(action)) {
    const own = action === CALLBACK ? withoutChoice(toOwnPage(answer), cookie) : toOwnPage(answer);
    // The token of an invitation is kept until the provider returns.
    return withInvitation(own, form === undefined ? undefined : invitationIn(form), cookie.isSecure);
  }
  return answer.status === 401 ? await withTooManyRequests(answer) : answer;
}

function refuse(status: number, headers?: Record<string, string>): Response {
  return new Response(null, { status, headers: { "cache-control": "no-store", ...headers } });
}

/** The same response with status 429 if it reports too many attempts; next-auth only uses 401. */
async function withTooManyRequests(answer: Response): Promise<Response> {
  const body = await answer.clone().text();
  if (!(answer.headers.get("location") ?? body).includes(`error=${TOO_MANY_ATTEMPTS}`)) return answer;
  const headers = new Headers(answer.headers);
  headers.set("retry-after", String(RETRY_SECONDS));
  return new Response(body, { status: 429, headers });
}

/** Whether the browser uses https, directly or to a proxy in front. */
function isSecure(request: NextRequest): boolean {
  const { url } = dashboardConfig();
  return url ? url.startsWith("https://") : request.headers.get("x-forwarded-proto") === "https";
}

export { handle as GET, handle as POST };
