import { dashboardConfig } from "@/lib/auth/config";
import { OIDC_PROVIDER } from "@/lib/auth/oidc-provider";

/** As long as somebody may need at the provider. */
const SECONDS = 15 * 60;
const TOKEN = /^[\w-]{1,100}$/;

const nameOf = () => `loupe-${dashboardConfig().port}.invitation`;

/** The token of an invitation in the form of a sign-in. */
export function invitationIn(form: string): string | undefined {
  const token = new URLSearchParams(form).get("invitation") ?? "";
  return TOKEN.test(token) ? token : undefined;
}

/** The token that was kept when the browser left for the provider. */
export function invitationOf(headers: Headers): string | undefined {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const token = cookies.find((cookie) => cookie.startsWith(`${nameOf()}=`))?.slice(nameOf().length + 1) ?? "";
  return TOKEN.test(token) ? token : undefined;
}

/** The answer, with a cookie that keeps the token until the provider returns; without a token, one that forgets it. */
export function withInvitation(answer: Response, token: string | undefined, isSecure: boolean): Response {
  const headers = new Headers(answer.headers);
  const age = `Max-Age=${token === undefined ? 0 : SECONDS}`;
  const flags = ["HttpOnly", "SameSite=Lax", ...(isSecure ? ["Secure"] : [])];
  const path = `Path=/api/auth/callback/${OIDC_PROVIDER}`;
  headers.append("set-cookie", [`${nameOf()}=${token ?? ""}`, path, age, ...flags].join("; "));
  return new Response(answer.body, { status: answer.status, headers });
}
