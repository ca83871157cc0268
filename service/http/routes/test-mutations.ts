/** For tests: pseudo-random numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** JSON values that a service may not expect; some are not valid JSON. */
const HOSTILE = [
  "null",
  "true",
  "0",
  "-1",
  "1.5",
  "1e400",
  "-0",
  "9007199254740993",
  "1".repeat(400),
  "NaN",
  "undefined",
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\u2028"',
  '"%00../../etc/passwd"',
  '"\'; drop table calls; --"',
  '"\\x"',
  JSON.stringify("x".repeat(5_000)),
  JSON.stringify("é".repeat(2_000)),
  '"2026-13-99T99:99:99Z"',
  '"core:///a/b"',
  "[]",
  "{}",
  "[null]",
  "[[[[[[]]]]]]",
  '{"__proto__":{"a":1}}',
  '{"constructor":null}',
  '{"$expr":{}}',
  '{"":0}',
  '{"$expr":{"$not":[{"$eq":[{"$getField":"inputs.a.b"},{"$literal":1e999}]}]}}',
  '{"a":1,"a":2}',
  `${"[".repeat(300)}${"]".repeat(300)}`,
  `${'{"a":'.repeat(100)}1${"}".repeat(100)}`,
];

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:]/g;

/**
 * A body that is almost valid: some of its tokens are replaced, removed, doubled or swapped, or its text is truncated.
 */
export function mutate(body: string, random: () => number): string {
  let text = body;
  const times = 1 + Math.floor(random() * 3);
  for (let time = 0; time < times; time += 1) text = mutateOnce(text, random);
  return text;
}

function mutateOnce(text: string, random: () => number): string {
  const tokens = [...text.matchAll(TOKEN)];
  const token = tokens[Math.floor(random() * tokens.length)];
  if (!token) return pick(HOSTILE, random);
  const [before, after] = [text.slice(0, token.index), text.slice(token.index + token[0].length)];
  const turn = random();
  if (turn < 0.7) return before + pick(HOSTILE, random) + after;
  if (turn < 0.8) return before + after;
  if (turn < 0.9) return `${before}${token[0]}${token[0]}${after}`;
  if (turn < 0.95) return before;
  return before + pick(tokens, random)[0] + after;
}

export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("there is nothing to pick from");
  return item;
}
