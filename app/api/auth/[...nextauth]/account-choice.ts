/** The cookie that a sign-out leaves, so that the next sign-in lets the person choose an account at the provider. */
export interface ChoiceCookie {
  name: string;
  isSecure: boolean;
}

const KEPT_SECONDS = 30 * 24 * 3_600;

/** An answer to a sign-out after which the person chooses an account. */
export const withChoice = (answer: Response, cookie: ChoiceCookie): Response =>
  withCookie(answer, cookie, "1", KEPT_SECONDS);

/** An answer to the provider's return: somebody who has signed in need not choose again. */
export function withoutChoice(answer: Response, cookie: ChoiceCookie): Response {
  const location = answer.headers.get("location");
  const hasSignedIn = location !== null && new URL(location).pathname === "/sign-in/done";
  return hasSignedIn ? withCookie(answer, cookie, "", 0) : answer;
}

function withCookie(answer: Response, { name, isSecure }: ChoiceCookie, value: string, seconds: number): Response {
  const headers = new Headers(answer.headers);
  const attributes = [
    "Path=/api/auth",
    `Max-Age=${seconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isSecure ? ["Secure"] : []),
  ];
  headers.append("set-cookie", [`${name}=${value}`, ...attributes].join("; "));
  return new Response(answer.body, { status: answer.status, headers });
}
