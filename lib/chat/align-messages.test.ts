import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alignMessages, MAX_ALIGNED } from "./align-messages";

interface Message {
  role: string;
  text: string;
}

/** `u1` is a message of the role `u`. */
const messages = (words: string): Message[] =>
  words.split(" ").flatMap((text) => (text === "" ? [] : [{ role: text.slice(0, 1), text }]));

const align = (before: readonly Message[], after: readonly Message[]) =>
  alignMessages(before, after, ({ text }) => text);

describe("messages are side by side", () => {
  test.each([
    ["the same", "s1 u1", "s1 u1", "s1=s1 u1=u1"],
    ["one that is changed", "s1 u1 a1", "s2 u1 a1", "s1=s2 u1=u1 a1=a1"],
    ["one that is added", "s1 u1", "s1 a1 u1", "s1=s1 -=a1 u1=u1"],
    ["one that is removed before another that is changed", "s1 u1", "u2", "s1=- u1=u2"],
    ["another role", "s1", "u1", "s1=- -=u1"],
    ["two in another order", "u1 u2", "u2 u1", "u1=- u2=u2 -=u1"],
    ["two that are changed, in another order of roles", "s1 u1", "u2 s2", "-=u2 s1=s2 u1=-"],
    ["nothing before", "", "u1", "-=u1"],
    ["nothing after", "u1", "", "u1=-"],
  ])("%s", (_case, before, after, expected) => {
    const pairs = align(messages(before), messages(after));
    expect(pairs.map(([from, to]) => `${from?.text ?? "-"}=${to?.text ?? "-"}`).join(" ")).toBe(expected);
  });
});

test("every message is in one pair, in order, and pairs have one role", () => {
  const conversation = fc.array(
    fc.constantFrom("u1", "u2", "a1", "a2", "s1").map((text) => ({ role: text[0] ?? "", text })),
  );
  fc.assert(
    fc.property(conversation, conversation, (before, after) => {
      const pairs = align(before, after);
      expect(pairs.flatMap(([from]) => from ?? [])).toEqual(before);
      expect(pairs.flatMap(([, to]) => to ?? [])).toEqual(after);
      for (const [from, to] of pairs) expect(from?.role ?? to?.role).toBe(to?.role ?? from?.role);
    }),
  );
});

test("conversations that differ too much are paired by role", () => {
  const others = (from: number) =>
    Array.from({ length: MAX_ALIGNED }, (_, at) => ({ role: "u", text: `u${from + at}` }));
  const same = { role: "u", text: "same" };
  const pairs = align([same, ...others(0)], [...others(MAX_ALIGNED), same]);
  expect(pairs).toHaveLength(MAX_ALIGNED + 1);
  expect(pairs[0]?.[1]?.text).toBe(`u${MAX_ALIGNED}`);
});
