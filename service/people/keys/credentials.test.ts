import { expect, it } from "vitest";
import { presentedKeys } from "./credentials";

const basic = Buffer.from("any:lp_key?").toString("base64");

it.each([
  ["Bearer lp_key", ["lp_key"]],
  ["Bearer%20lp_key", ["lp_key"]],
  ["bearer%20%20lp_key", ["lp_key"]],
  [`Basic ${basic}`, ["lp_key?"]],
  [`Basic%20${basic}`, ["lp_key?"]],
  [`Basic%20${encodeURIComponent(basic)}`, ["lp_key?"]],
  ["Bearer lp%zz", ["lp%zz"]],
  ["Bearer%20", []],
  ["Digest%20lp_key", []],
])("reads the key in %s", (authorization, keys) => {
  expect(presentedKeys((name) => (name === "authorization" ? authorization : undefined))).toEqual(keys);
});
