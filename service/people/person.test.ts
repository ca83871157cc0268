import { expect, test } from "vitest";
import { ownersOf, pictureIn } from "./person";

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

test.each([
  ["https://example.com/a.png", "https://login.example.com", true],
  ["http://example.com/a.png", "https://login.example.com", false],
  ["http://127.0.0.1:8001/a.png", "http://127.0.0.1:8000", true],
  ["http://127.0.0.2/a.png", "http://127.0.0.1:8000", false],
  ["https://ada:secret@example.com/a.png", "https://login.example.com", false],
  ["javascript:alert(1)", "https://login.example.com", false],
  ["data:image/png;base64,AAAA", "https://login.example.com", false],
  ["a.png", "https://login.example.com", false],
  [7, "https://login.example.com", false],
  [undefined, "https://login.example.com", false],
])("the picture %s of somebody at %s is read: %s", (picture, issuer, isRead) => {
  expect(pictureIn({ picture }, issuer)).toBe(isRead ? picture : undefined);
});
