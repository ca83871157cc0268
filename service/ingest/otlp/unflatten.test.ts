import { expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { valueJson } from "./any-value";
import { unflatten } from "./unflatten";

const text = (...keys: string[]) => {
  const value = unflatten(new Map(keys.map((key) => [key, new JsonText(String(key.length))])));
  return value === undefined ? undefined : valueJson(value).text;
};

it.each<[string[], string | undefined]>([
  [[], undefined],
  [["0.role", "0.content", "1.role"], '[{"role":6,"content":9},{"role":6}]'],
  [["10.a", "9.a"], '[{"a":3},{"a":4}]'],
  [["5.a"], '[{"a":3}]'],
  [["0.a", "x.a"], '{"0":{"a":3},"x":{"a":3}}'],
  [["a", "a.b"], '{"a":{"b":3}}'],
  [["a.b", "a"], '{"a":{"b":3}}'],
  [
    ["__proto__.polluted", "constructor.prototype.x"],
    '{"__proto__":{"polluted":18},"constructor":{"prototype":{"x":23}}}',
  ],
  [["99999999999.a"], '{"99999999999":{"a":13}}'],
  [[Array(40).fill("d").join(".")], undefined],
  [["a..b", "."], '{"a":{"":{"b":4}},"":{"":1}}'],
])("%j", (keys, wanted) => {
  expect(text(...keys)).toBe(wanted);
});
