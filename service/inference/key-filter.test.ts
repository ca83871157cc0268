import { expect, test } from "vitest";
import { KeyFilter } from "./key-filter";

const KEY = "sk-sk-0123456789";

/** The output for a text that arrives in these parts. */
function filtered(parts: readonly Buffer[]): Buffer {
  const filter = KeyFilter.of([KEY]);
  return Buffer.concat([...parts.map((part) => filter?.push(part) ?? part), filter?.remaining() ?? Buffer.alloc(0)]);
}

test.each<[string, string]>([
  ["no key", "sk-0123456789 and sk-sk-012345678"],
  ["the key", `{"a":"${KEY}"}`],
  ["it twice, and its beginning", `${KEY}${KEY}sk-sk-01`],
  ["it behind its own beginning", `sk-sk-${KEY}sk-`],
  ["nothing", ""],
])("%s, wherever the chunks are cut", (_what, text) => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xf0]), Buffer.from(`é${text}四`)]);
  const expected = Buffer.from(bytes.toString("latin1").replaceAll(KEY, "[key]"), "latin1");
  for (let cut = 0; cut <= bytes.length; cut += 1)
    expect(filtered([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(expected);
  expect(filtered(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(expected);
});

test("chunks that do not end in a part of the key pass at once, unchanged", () => {
  const chunk = Buffer.from("data: {}\n\n");
  expect(KeyFilter.of([KEY])?.push(chunk)).toEqual(chunk);
});

test.each([undefined, "none", "ollama", "0123456789abcde"])("the key %s is not a secret", (key) => {
  expect(KeyFilter.of(key === undefined ? [] : [key])).toBeUndefined();
});

test("several secrets are removed, wherever the chunks are cut", () => {
  const secrets = ["token-0123456789-long", "0123456789-long-x"];
  const bytes = Buffer.from(`a ${secrets[1]} b ${secrets[0]} c ${secrets[0]?.slice(0, 12)}`);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const filter = KeyFilter.of(["none", ...secrets]);
    const parts = [bytes.subarray(0, cut), bytes.subarray(cut)].map((part) => filter?.push(part) ?? part);
    expect(Buffer.concat([...parts, filter?.remaining() ?? Buffer.alloc(0)]).toString()).toBe(
      "a [key] b [key] c token-012345",
    );
  }
});
