import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { dashboardConfig } from "@/lib/auth/config";
import { authOptions } from "@/lib/auth/options";
import { ATTEMPTS_WINDOW_MS } from "@/lib/auth/sign-in-limit";
import { TOO_MANY_ATTEMPTS } from "@/lib/client/sign-in";

async function handle(request: NextRequest, context: RouteContext<"/api/auth/[...nextauth]">): Promise<Response> {
  const answer: Response = await NextAuth(request, context, authOptions(isSecure(request)));
  return answer.status === 401 ? await asTooMany(answer) : answer;
}

/** The same answer with the status that it means, where it tells of too many attempts; next-auth knows 401 alone. */
async function asTooMany(answer: Response): Promise<Response> {
  const body = await answer.clone().text();
  if (!(answer.headers.get("location") ?? body).includes(`error=${TOO_MANY_ATTEMPTS}`)) return answer;
  const headers = new Headers(answer.headers);
  headers.set("retry-after", String(ATTEMPTS_WINDOW_MS / 1000));
  return new Response(body, { status: 429, headers });
}

/** Does the reader's browser speak https, here or to a proxy in front? */
function isSecure(request: NextRequest): boolean {
  const { url } = dashboardConfig();
  return url ? url.startsWith("https://") : request.headers.get("x-forwarded-proto") === "https";
}

export { handle as GET, handle as POST };
