import { expect, test } from "vitest";
import { oidcProvider } from "./oidc-provider";

const CONFIG = {
  issuer: "https://login.example.com",
  clientId: "loupe",
  clientSecret: "s",
  name: "Acme",
  scope: "openid",
  algorithm: "RS256",
} as const;

test.each([
  [false, { scope: "openid" }],
  [true, { scope: "openid", prompt: "select_account" }],
])("a sign-in in which an account is chosen (%s) asks for %j", (choosesAccount, params) => {
  expect(oidcProvider(CONFIG, choosesAccount).authorization).toEqual({ params });
});
