import { expect, test } from "vitest";
import { ownersOf, shownOf } from "./person";

test.each([
  [{ email: "ada@example.com", name: "Ada" }, "ada@example.com"],
  [{ email: "ada@example.com", email_verified: true }, "ada@example.com"],
  [{ email: "ada@example.com", email_verified: false, name: "Ada" }, "Ada (s1)"],
  [{ email: "ada@example.com", email_verified: "true" }, "ada@example.com"],
  [{ email: "ada@example.com", email_verified: "false", name: "Ada" }, "Ada (s1)"],
  [{ email: "admin" }, "s1"],
  [{ email: 7, name: " Ada " }, "Ada (s1)"],
  [{ name: "a\u0000b", preferred_username: "ada" }, "ada (s1)"],
  [{}, "s1"],
])("%j is recorded as %s", (claims, owner) => {
  expect(ownersOf("s1", claims, ["admin"])[0]).toBe(owner);
});

test("nobody gets a reserved name, and there is always another one", () => {
  expect(ownersOf("admin", {}, ["admin"])).toEqual(["admin (signed in)"]);
});

test("only pictures with https are shown", () => {
  expect(shownOf({ picture: "https://example.com/a.png" }).picture).toBe("https://example.com/a.png");
  for (const picture of ["javascript:alert(1)", "http://example.com/a.png", "a.png", 7])
    expect(shownOf({ picture }).picture).toBeUndefined();
});
