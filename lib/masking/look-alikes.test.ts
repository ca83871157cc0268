import { expect, test } from "vitest";
import type { Matcher } from "./match";
import { apiKeyMatcher } from "./api-key";
import { cardMatcher } from "./card";
import { emailMatcher } from "./email";
import { ibanMatcher } from "./iban";

const found = (matcher: Matcher, text: string, key?: string) =>
  matcher.find(text, key).map(({ start, end }) => text.slice(start, end));

/** Keys are put together here, so that no text of this file has the form of one. */
const random = (length: number, letters = "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0z") =>
  Array.from({ length }, (_, place) => letters.charAt((place * 7) % letters.length)).join("");
const hex = (length: number) => random(length, "0123456789abcdef");
const upper = (length: number) => random(length, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
const jwt = `${btoa('{"alg":"HS256","typ":"JWT"}').replaceAll("=", "")}.${btoa('{"sub":"1"}').replaceAll("=", "")}.${random(43)}`;
const privateKey = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${random(64)}\n${random(64)}\n-----END ${kind}PRIVATE KEY-----`;

test.each([
  ["anna@example.com"],
  ["Write to anna.b@example.co.uk.", "anna.b@example.co.uk"],
  ["<anna+news@example.com>", "anna+news@example.com"],
  ["mailto:anna@example.com?subject=x", "anna@example.com"],
  ["email=anna@example.com&x=1", "anna@example.com"],
  ["jörg@müller.de"],
  ["иван@почта.рф"],
  ["用户@例子.公司"],
  ["a@xn--bcher-kva.example"],
  ["o'brien@example.ie"],
  ["'anna@example.com'", "anna@example.com"],
  ["anna%40example.com"],
  ["x_y-z%1@sub.domain.example.museum"],
  ["A@163.com"],
  ["(anna@example.com)", "anna@example.com"],
  ["anna@example.com,bob@example.org", "anna@example.com", "bob@example.org"],
  ["https://user:secret@host.example.com/x", "secret@host.example.com"],
  ["ends with anna@example.com:", "anna@example.com"],
  [`${"x".repeat(300)}@example.com`],
])("an e-mail address in %j", (text, ...addresses) => {
  expect(found(emailMatcher, text)).toEqual(addresses.length > 0 ? addresses : [text]);
});

test("an e-mail address whose local part has a sign of its own, up to the most characters of one", () => {
  expect(found(emailMatcher, "a%40b%40c@example.com")).toEqual(["a%40b%40c@example.com"]);
  const long = `${"x%40".repeat(200)}y@example.com`;
  expect(found(emailMatcher, long)).toEqual([long.slice(-"@example.com".length - 319)]);
});

test.each([
  "user@localhost",
  "a@b",
  "a@b.c",
  "@decorator",
  "@scope/pkg",
  "npm i @types/node@22.1.0",
  "lodash@1.0.0-beta.rc",
  "react@18.2.0",
  "golang.org/x/tools@v0.1.0-rc.one",
  "git@github.com:x/y.git",
  "ssh://git@github.com/x/y",
  "logo@2x.png",
  "root@10.0.0.5",
  "x @ y.com",
  "HEAD@{1}",
  "q@k.transpose(-2, -1)",
  "h = x@self.weight + b",
  "@property.setter",
  "A @ B.T",
  "actions/checkout@v4",
  "anna@",
  "@example.com",
  "50%40",
  "🙂@example.com",
  "anna @example.com",
])("no e-mail address in %j", (text) => {
  expect(found(emailMatcher, text)).toEqual([]);
});

test.each([
  ["4111111111111111"],
  ["4111 1111 1111 1111"],
  ["4111-1111-1111-1111"],
  ["4111\u00a01111\u00a01111\u00a01111"],
  ["4111.1111.1111.1111"],
  ["3782.822463.10005.", "3782.822463.10005"],
  ["4111 1111 1111 1111 and 5555.5555.5555.4444", "4111 1111 1111 1111", "5555.5555.5555.4444"],
  ["4222222222222"],
  ["5555555555554444"],
  ["2223003122003222"],
  ["378282246310005"],
  ["3782 822463 10005"],
  ["30569309025904"],
  ["3056 930902 5904"],
  ["6011111111111117"],
  ["3530111333300000"],
  ["6200000000000005"],
  ["6759649826438453"],
  ["2200123456789019"],
  ["card:4111111111111111.", "4111111111111111"],
  ["card_4111111111111111", "4111111111111111"],
  ["4111111111111111.0", "4111111111111111"],
  ["卡号4111111111111111", "4111111111111111"],
  ["1,4111111111111111,2", "4111111111111111"],
  ["4111 1111 1111 1111 12/27 123", "4111 1111 1111 1111"],
  ["order 12 4111111111111111 99", "4111111111111111"],
  ["4111111111111111 5555555555554444", "4111111111111111", "5555555555554444"],
])("a card number in %j", (text, ...numbers) => {
  expect(found(cardMatcher, text)).toEqual(numbers.length > 0 ? numbers : [text]);
});

test.each([
  "4111111111111112",
  "4111 1111 1111 1112",
  "1234567812345670",
  "0000000000000000",
  "9999999999999995",
  "411111111111",
  "41111111111111111111111111",
  "0.4111111111111111",
  "4111111111111111.25",
  "4111111111111111.0001",
  "1764146445123",
  "1764146445123456",
  "1764146445123456789",
  "20261120084045",
  "2026-11-20 08-40-45",
  "550e8400-e29b-41d4-a716-446655440000",
  "12345678-1234-4111-8111-111111111111",
  "4bf92f3577b34da6a3ce929d0e0e4736",
  "ab4111111111111111",
  "4111111111111111ab",
  "+4111111111111111",
  "+49 30 901820 4111 11",
  "978-3-16-148410-0",
  "4111\n1111\n1111\n1111",
  "4111.1111.1111.1112",
  "1234.5678.1234.5670",
  "4111.1111.1111.1111.2222",
  "1.4111.1111.1111.1111",
  "4111.11111111.1111",
  "v4111.1111.1111.1111",
  "192.168.100.200",
])("no card number in %j", (text) => {
  expect(found(cardMatcher, text)).toEqual([]);
});

test.each([
  ["DE89370400440532013000"],
  ["DE89 3704 0044 0532 0130 00"],
  ["de89 3704 0044 0532 0130 00"],
  ["GB82WEST12345698765432"],
  ["FR1420041010050500013M02606"],
  ["NL91ABNA0417164300"],
  ["BE68539007547034"],
  ["CH9300762011623852957"],
  ["AT611904300234573201"],
  ["ES9121000418450200051332"],
  ["IT60X0542811101000000123456"],
  ["NO9386011117947"],
  ["PL61109010140000071219812874"],
  ["MT84MALT011000012345MTLCAST001S"],
  ["SE45 5000 0000 0583 9825 7466"],
  ["BR1800360305000010009795493C1"],
  ["IBAN:DE89370400440532013000.", "DE89370400440532013000"],
  ["DE89 3704 0044 0532 0130 00 and more text", "DE89 3704 0044 0532 0130 00"],
  ["DE89-3704-0044-0532-0130-00"],
  ["DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000"],
  ["ab12 cdef DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"],
])("an IBAN in %j", (text, ...numbers) => {
  expect(found(ibanMatcher, text)).toEqual(numbers.length > 0 ? numbers : [text]);
  expect(ibanMatcher.mayMatch(`{"a":"\\n${text}"}`)).toBe(true);
});

test.each([
  "DE88370400440532013000",
  "DE8937040044053201300",
  "DE893704004405320130000",
  "XX89370400440532013000",
  "XDE89370400440532013000",
  "GB82WEST12345698765433",
  "GB821234WEST5698765432",
  "DE89  3704 0044 0532 0130 00",
  "DE89370400440532013000A",
  "4bf92f3577b34da6a3ce929d0e0e4736",
  "de12 this is some text that is long",
  "AB12CD34EF56AB12CD34EF56",
  "NO93 8601 111",
  "FR14 2004",
  "be10 careful when you write this",
  "DE89",
  "IT60 items at a price of 1234567890",
])("no IBAN in %j", (text) => {
  expect(found(ibanMatcher, text)).toEqual([]);
});

test.each([
  [`sk-${random(48)}`],
  [`sk-proj-${random(60)}-${random(60)}_${random(20)}`],
  [`sk-ant-api03-${random(80)}-${random(12)}`],
  [`sk-or-v1-${hex(64)}`],
  [`sk-lf-${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`],
  [`AIza${random(35)}`],
  [`AKIA${upper(16)}`],
  [`ASIA${upper(16)}`],
  [`ghp_${random(36)}`],
  [`github_pat_${random(22)}_${random(59)}`],
  [`glpat-${random(20)}`],
  [`xoxb-${random(12, "0123456789")}-${random(24)}`],
  [`hf_${random(34)}`],
  [`sk_live_${random(24)}`],
  [`gsk_${random(52)}`],
  [`lp_${hex(12)}_${random(32)}`],
  [jwt],
  [privateKey("")],
  [privateKey("RSA ")],
  [privateKey("OPENSSH ")],
  [`-----BEGIN PRIVATE KEY-----\\n${random(64)}\\n-----END PRIVATE KEY-----`],
  [`OPENAI_API_KEY=sk-${random(48)} python x.py`, `sk-${random(48)}`],
  [`api-key: ${hex(32)}`, hex(32)],
  [`Ocp-Apim-Subscription-Key: ${hex(32)}`, hex(32)],
  [`AWS_SECRET_ACCESS_KEY="${random(36)}/+${random(2)}"`, `${random(36)}/+${random(2)}`],
  [`{\\"api_key\\": \\"${hex(32)}\\"}`, hex(32)],
  [`Authorization: Bearer ${jwt}.`, jwt],
])("a key in %j", (text, ...keys) => {
  expect(found(apiKeyMatcher, text)).toEqual(keys.length > 0 ? keys : [text]);
  expect(apiKeyMatcher.mayMatch(text)).toBe(true);
});

test.each(["api_key", "apiKey", "openai-api-key", "AWS_SECRET_ACCESS_KEY", "client_secret", "accessToken"])(
  "a value named %j is a key",
  (key) => {
    expect(found(apiKeyMatcher, hex(32), key)).toEqual([hex(32)]);
    expect(apiKeyMatcher.mayMatch(`{"${key}":"${hex(32)}"}`)).toBe(true);
  },
);

test.each<[string, string?]>([
  [hex(32)],
  [hex(32), "trace_id"],
  [hex(32), "cache_key"],
  [hex(64), "sha256"],
  ["sk-cube-grid-loading-animation-v2"],
  ["sk-abc123"],
  ["risk-assessment-for-customers-2026"],
  ["task-1234567890"],
  ["YOUR_API_KEY_GOES_HERE_PLEASE_REPLACE_IT", "api_key"],
  ["api_key: YOUR_API_KEY_GOES_HERE_PLEASE_REPLACE_IT"],
  ["the api key is missing"],
  [`pk_live_${random(24)}`],
  ["hf_hub_download_with_a_long_name_of_a_function"],
  [`AKIA${upper(15)}`],
  [`AKIA${upper(20)}`],
  ["ghp_short"],
  ["AIzaSy"],
  ["max_tokens: 4096"],
  ["eyJhbGciOiJIUzI1NiJ9"],
  [`eyJ${random(20)}.${random(20)}.${random(20)}`],
  ["-----BEGIN PRIVATE KEY----- is the first line of the file, and the next ones have the key itself."],
  [`-----BEGIN PUBLIC KEY-----\n${random(64)}\n-----END PUBLIC KEY-----`],
  [`-----BEGIN CERTIFICATE-----\n${random(64)}\n-----END CERTIFICATE-----`],
  ["lp_answers_about_the_weather_in_paris"],
  ["xoxo-from-all-of-us-here"],
])("no key in %j (%j)", (text, key) => {
  expect(found(apiKeyMatcher, text, key)).toEqual([]);
});

test("a key behind what begins like a token", () => {
  expect(found(apiKeyMatcher, `-eyJ-eyJ-eyJ ${jwt} -eyJ`)).toEqual([jwt]);
  expect(found(apiKeyMatcher, `-eyJ${random(20)}-AKIA${upper(16)}`)).toEqual([`AKIA${upper(16)}`]);
});

test("any number of keys", () => {
  expect(found(apiKeyMatcher, `AKIA${upper(16)} `.repeat(LONG))).toHaveLength(LONG);
});

test.each(["1", "4111 ", "1764146445123,"])("numbers without an end: %j", (text) => {
  expect(found(cardMatcher, text.repeat(10_000_000 / text.length))).toEqual([]);
});

const LONG = 200_000;
test.each([
  ["a".repeat(LONG)],
  ["a.".repeat(LONG / 2)],
  ["@".repeat(LONG)],
  ["a@".repeat(LONG / 2)],
  ["a@b.".repeat(LONG / 4)],
  ["1".repeat(LONG)],
  ["1 ".repeat(LONG / 2)],
  ["4111 ".repeat(LONG / 5)],
  ["DE89 ".repeat(LONG / 5)],
  ["sk-".repeat(LONG / 3)],
  ["api_key".repeat(LONG / 7)],
  ["eyJ.".repeat(LONG / 4)],
  [`eyJ${"a".repeat(LONG)}`],
  ["-eyJ".repeat(LONG)],
  [`${"-eyJ".repeat(LONG)}.${"a".repeat(LONG)}`],
  ["%40".repeat(LONG)],
  ["-----BEGIN PRIVATE KEY-----".repeat(LONG / 27)],
  [`-----BEGIN PRIVATE KEY-----${"a".repeat(LONG)}`],
])("hostile text is searched without trying everything: %#", (text) => {
  // A search that takes a step for each pair of characters would not end within the time that a test has.
  for (const matcher of [emailMatcher, cardMatcher, ibanMatcher, apiKeyMatcher]) {
    expect(matcher.find(text, undefined).length).toBeLessThan(LONG);
    expect(matcher.mayMatch(text)).toBeTypeOf("boolean");
  }
});
