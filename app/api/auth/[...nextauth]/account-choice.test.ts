import { expect, test } from "vitest";
import { withChoice, withoutChoice } from "./account-choice";

const COOKIE = { name: "choose-account", isSecure: true };
const redirect = (location: string) => new Response(null, { status: 302, headers: { location, "set-cookie": "a=b" } });
const cookiesOf = (answer: Response) => answer.headers.getSetCookie();

test("a sign-out leaves the cookie beside those that it removes", async () => {
  const answer = withChoice(Response.json({ url: "x" }, { headers: { "set-cookie": "session=" } }), COOKIE);
  expect(await answer.json()).toEqual({ url: "x" });
  expect(cookiesOf(answer)).toEqual([
    "session=",
    "choose-account=1; Path=/api/auth; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure",
  ]);
});

test("a sign-in removes it, one that was not completed leaves it", () => {
  const plain = { ...COOKIE, isSecure: false };
  const signedIn = withoutChoice(redirect("http://localhost:3000/sign-in/done"), plain);
  expect([signedIn.status, signedIn.headers.get("location"), cookiesOf(signedIn)]).toEqual([
    302,
    "http://localhost:3000/sign-in/done",
    ["a=b", "choose-account=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Lax"],
  ]);
  expect(cookiesOf(withoutChoice(redirect("http://localhost:3000/sign-in?error=Callback"), plain))).toEqual(["a=b"]);
});
