import { expect, test } from "vitest";
import { mergeClaims, ownersOf, pictureIn, verifiedEmailOf } from "./person";

const AT = { issuer: "https://login.example.com", trustsEmails: false };
const ENTRA = "https://login.microsoftonline.com/tenant/v2.0";

test.each([
  [{ email: "ada@example.com", name: "Ada" }, "Ada (s1)"],
  [{ email: "ada@example.com", email_verified: true }, "ada@example.com"],
  [{ email: "ada@example.com", email_verified: false, name: "Ada" }, "Ada (s1)"],
  [{ email: "ada@example.com", email_verified: "true" }, "ada@example.com"],
  [{ email: "ada@example.com", email_verified: "false", name: "Ada" }, "Ada (s1)"],
  [{ email: "ada@example.com", email_verified: null, name: "Ada" }, "Ada (s1)"],
  [{ email: "ada@example.com", email_verified: 1, name: "Ada" }, "Ada (s1)"],
  [{ email: "ada@example.com", xms_edov: true, name: "Ada" }, "Ada (s1)"],
  [{ email: "admin", email_verified: true }, "s1"],
  [{ email: 7, name: " Ada " }, "Ada (s1)"],
  [{ name: "a\u0000b", preferred_username: "ada" }, "ada (s1)"],
  [{}, "s1"],
])("%j is recorded as %s", (claims, owner) => {
  expect(ownersOf("s1", claims, { ...AT, reserved: ["admin"] })[0]).toBe(owner);
});

test("nobody gets a reserved name, and there is always another one", () => {
  expect(ownersOf("admin", {}, { ...AT, reserved: ["admin"] })).toEqual(["admin (signed in)"]);
});

test.each([
  [{ email: "ada@example.com", xms_edov: true }, true],
  [{ email: "ada@example.com", xms_edov: "1" }, true],
  [{ email: "ada@example.com", xms_edov: false }, false],
  [{ email: "ada@example.com", xms_edov: "0" }, false],
  [{ email: "ada@example.com", xms_edov: true, email_verified: false }, false],
])("Entra ID verifies an address with %j: %s", (claims, isVerified) => {
  expect(verifiedEmailOf(claims, { ...AT, issuer: ENTRA }) !== undefined).toBe(isVerified);
  const lookAlike = ENTRA.replace("microsoftonline.com", "microsoftonline.com.example.com");
  expect(verifiedEmailOf(claims, { ...AT, issuer: lookAlike })).toBeUndefined();
});

test.each([
  [{ email: "ada@example.com" }, true],
  [{ email: "ada@example.com", email_verified: false }, false],
  [{ email: "ada@example.com", email_verified: "false" }, false],
  [{ email: "ada" }, false],
])("an operator who trusts addresses has %j verified: %s", (claims, isVerified) => {
  expect(verifiedEmailOf(claims, { ...AT, trustsEmails: true }) !== undefined).toBe(isVerified);
});

const [ADA, EVE] = ["ada@example.com", "eve@example.com"];
test.each<[object, object | "refused" | undefined, string | undefined, string | undefined]>([
  // What the ID token states, what the endpoint states, whose address is verified, and whose if addresses are trusted.
  [{ email: ADA }, { email: ADA, email_verified: true }, ADA, ADA],
  [{}, { email: ADA, email_verified: true }, ADA, ADA],
  [{ email: ADA }, { email: EVE, email_verified: true }, undefined, ADA],
  [{ email: ADA }, { email_verified: true }, undefined, ADA],
  [{ email_verified: true }, { email: ADA }, undefined, ADA],
  [{ email: ADA }, { email: ADA, email_verified: false }, undefined, undefined],
  [{ email: ADA, email_verified: true }, { email: ADA, email_verified: false }, undefined, undefined],
  [{ email: ADA, email_verified: false }, { email: ADA, email_verified: true }, undefined, undefined],
  [{ email: ADA, email_verified: true }, "refused", ADA, ADA],
  [{ email: ADA }, "refused", undefined, undefined],
  [{ email: ADA }, undefined, undefined, ADA],
])("of %j, and %j at the endpoint, the address %s is verified", (claims, info, strictly, trusting) => {
  const stated = mergeClaims({ ...claims }, info === "refused" ? info : info && { ...info }, AT.issuer);
  expect(verifiedEmailOf(stated, AT)).toBe(strictly);
  expect(verifiedEmailOf(stated, { ...AT, trustsEmails: true })).toBe(trusting);
});

test.each([
  ["https://login.example.com/a.png", "https://login.example.com/realms/main", true],
  ["https://example.com/a.png", "https://login.example.com", false],
  ["https://login.example.com:8443/a.png", "https://login.example.com", false],
  ["http://login.example.com/a.png", "https://login.example.com", false],
  ["http://example.com/a.png", "https://login.example.com", false],
  ["http://127.0.0.1:8000/a.png", "http://127.0.0.1:8000", true],
  ["http://127.0.0.1:8001/a.png", "http://127.0.0.1:8000", false],
  ["http://127.0.0.2/a.png", "http://127.0.0.1:8000", false],
  ["https://ada:secret@login.example.com/a.png", "https://login.example.com", false],
  ["javascript:alert(1)", "https://login.example.com", false],
  ["data:image/png;base64,AAAA", "https://login.example.com", false],
  ["a.png", "https://login.example.com", false],
  [7, "https://login.example.com", false],
  [undefined, "https://login.example.com", false],
])("the picture %s of somebody at %s is read: %s", (picture, issuer, isRead) => {
  expect(pictureIn({ picture }, issuer)).toBe(isRead ? picture : undefined);
});
