import { describe, expect, test } from "vitest";
import { invitationIn, invitationOf, withInvitation } from "./invitation-cookie";

const TOKEN = "a".repeat(43);
const kept = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split("; "));

describe("the token of an invitation", () => {
  test.each([
    [`csrfToken=1&invitation=${TOKEN}`, TOKEN],
    ["csrfToken=1", undefined],
    ["invitation=", undefined],
    ["invitation=a%3B%20Path%3D%2F", undefined],
    [`invitation=${"a".repeat(101)}`, undefined],
  ])("in the form %s", (form, token) => expect(invitationIn(form)).toBe(token));

  test("is kept for the provider's return only, and read there", () => {
    const [[cookie = "", ...flags] = []] = kept(withInvitation(new Response(), TOKEN, true));
    expect(flags).toEqual(["Path=/api/auth/callback/oidc", "Max-Age=900", "HttpOnly", "SameSite=Lax", "Secure"]);
    expect(invitationOf(new Headers({ cookie: `other=1; ${cookie}` }))).toBe(TOKEN);
    expect(invitationOf(new Headers({ cookie: `x${cookie}` }))).toBeUndefined();
    expect(invitationOf(new Headers())).toBeUndefined();
  });

  test("is forgotten afterwards, and other cookies of the answer are kept", () => {
    const answer = new Response("{}", { status: 200, headers: [["set-cookie", "state=1"]] });
    const [[first] = [], [name = "", ...flags] = []] = kept(withInvitation(answer, undefined, false));
    expect([first, name.endsWith(".invitation="), flags]).toEqual([
      "state=1",
      true,
      ["Path=/api/auth/callback/oidc", "Max-Age=0", "HttpOnly", "SameSite=Lax"],
    ]);
  });
});
