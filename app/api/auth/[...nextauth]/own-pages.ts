import * as z from "zod";

const AUTH_PATH = "/api/auth/";
const JSON_ANSWER = z.object({ url: z.string() });

/** An answer to the provider's return, leading to the dashboard's own pages instead of those of next-auth. */
export function toOwnPage(answer: Response): Response {
  const location = answer.headers.get("location");
  if (location === null) return answer;
  const { origin, pathname, searchParams } = new URL(location);
  const error = pathname.startsWith(AUTH_PATH) ? (searchParams.get("error") ?? "Callback") : undefined;
  const own = new URL(error === undefined ? "/sign-in/done" : "/sign-in", origin);
  if (error !== undefined) own.searchParams.set("error", error);
  const headers = new Headers(answer.headers);
  headers.set("location", own.href);
  headers.set("cache-control", "no-store");
  return new Response(null, { status: answer.status, headers });
}

/** An answer to the sign-out that leads to the provider, and from there back to the sign-in page. */
export async function toProvider(answer: Response, providerUrl: string): Promise<Response> {
  const read = JSON_ANSWER.safeParse(
    await answer
      .clone()
      .json()
      .catch(() => undefined),
  );
  if (!read.success) return answer;
  const url = new URL(providerUrl);
  url.searchParams.set("post_logout_redirect_uri", new URL("/sign-in", read.data.url).href);
  return Response.json({ url: url.href }, { status: answer.status, headers: withoutLength(answer.headers) });
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete("content-length");
  return kept;
}
