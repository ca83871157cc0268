import * as z from "zod";
import type { System } from "./system";

/** Signs in with the printed link, as the sign-in page does; returns the Cookie header of the session. */
export async function signIn({ dashboardUrl, signInLink }: System): Promise<string> {
  const asked = await fetch(`${dashboardUrl}/api/auth/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await asked.json());
  const code = new URL(signInLink).hash.replace("#code=", "");
  const answer = await fetch(`${dashboardUrl}/api/auth/callback/link`, {
    method: "POST",
    headers: { cookie: cookiesOf(asked) },
    body: new URLSearchParams({ code, csrfToken, callbackUrl: dashboardUrl, json: "true" }),
  });
  return cookiesOf(answer);
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
