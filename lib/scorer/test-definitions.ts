import fc from "fast-check";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { JsonText } from "@/lib/json/text";

const text = fc.string({ unit: "binary-ascii", maxLength: 20 });
const flag = fc.option(fc.boolean());
const positive = fc.option(fc.double({ min: 1e-9, max: 1e9, noNaN: true }));

/** A definition of any type. */
export const definitionArbitrary: fc.Arbitrary<ScorerDefinition> = fc.oneof(
  fc.record({ type: fc.constant("exact"), ignore_case: flag }),
  fc.record({ type: fc.constant("contains"), text: fc.option(text), ignore_case: flag }),
  fc.record({ type: fc.constant("regex"), pattern: text.filter((pattern) => pattern !== ""), ignore_case: flag }),
  fc.record({
    type: fc.constant("json_schema"),
    schema: fc.constantFrom(new JsonText("{}"), new JsonText('{"maximum":1.0,  "const":12345678901234567890}')),
  }),
  fc.record({ type: fc.constant("number"), tolerance: positive }),
  fc.record({ type: fc.constant("latency"), most_ms: positive }),
  fc.record({ type: fc.constant("cost"), most_usd: positive }),
  fc.record({
    type: fc.constant("judge"),
    model: fc.constantFrom("m", "org/m"),
    messages: fc.array(
      fc.record({ role: fc.constantFrom("system", "user", "assistant"), content: text, is_example: flag }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    score: fc.oneof(
      fc.record({ type: fc.constant("boolean") }),
      fc.record({
        type: fc.constant("number"),
        lowest: fc.integer({ min: -9, max: 0 }),
        highest: fc.integer({ min: 1, max: 9 }),
      }),
    ),
    temperature: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
  }),
);
