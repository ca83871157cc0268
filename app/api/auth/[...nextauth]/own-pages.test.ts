import { expect, test } from "vitest";
import { toOwnPage, toProvider } from "./own-pages";

const HERE = "https://loupe.example.com";
const redirect = (location: string) => new Response(null, { status: 302, headers: { location, "set-cookie": "a=b" } });

test.each([
  [HERE, "/sign-in/done"],
  [`${HERE}/`, "/sign-in/done"],
  [`${HERE}/api/auth/error?error=NoAccess`, "/sign-in?error=NoAccess"],
  [`${HERE}/api/auth/error?error=a%26b`, "/sign-in?error=a%26b"],
  [`${HERE}/api/auth/signin`, "/sign-in?error=Callback"],
])("what leads to %s leads to %s", (location, path) => {
  const answer = toOwnPage(redirect(location));
  expect([answer.status, answer.headers.get("location"), answer.headers.get("set-cookie")]).toEqual([
    302,
    HERE + path,
    "a=b",
  ]);
});

test("signing out leads to the provider and back, with the cookies removed", async () => {
  const answer = Response.json({ url: HERE }, { headers: { "set-cookie": "session=" } });
  const led = await toProvider(answer, "https://login.example.com/end?client_id=loupe");
  expect([await led.json(), led.headers.get("set-cookie")]).toEqual([
    {
      url: "https://login.example.com/end?client_id=loupe&post_logout_redirect_uri=https%3A%2F%2Floupe.example.com%2Fsign-in",
    },
    "session=",
  ]);
});
