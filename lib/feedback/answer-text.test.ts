import { expect, it } from "vitest";
import { toJsonText } from "@/lib/json/text";
import { answerOf } from "./answer-text";
import { fieldOf } from "./form-field";

const choice = { enum: ["good", "bad", 3] };
const options = { type: "array", items: { enum: ["refund", "delay"] }, maxItems: 2 };

it.each([
  [choice, "good", '"good"'],
  [choice, "3", "3"],
  [choice, "fair", "must be one of good, bad, 3"],
  [
    {
      oneOf: [
        { const: 1, title: "Yes" },
        { const: 0, title: "No" },
      ],
    },
    "Yes",
    "1",
  ],
  [options, "refund, delay", '["refund","delay"]'],
  [options, "refund,other", "must be one of refund, delay"],
  [{ type: "boolean" }, "true", "true"],
  [{ type: "boolean" }, "yes", "must be true or false"],
  [{ type: "number", maximum: 1 }, "0.50", "0.50"],
  [{ type: "number", maximum: 1 }, "2", "must be at most 1"],
  [{ type: "string" }, "a=b", '"a=b"'],
  [{ type: "string" }, "", "is missing"],
  [{ type: "object", properties: { a: { type: "number" } } }, '{"a": 1.0}', '{"a": 1.0}'],
])("%j answered with %s: %s", (schema, text, expected) => {
  const { json, problem } = answerOf(fieldOf(toJsonText(schema)), text);
  expect(json?.text ?? problem).toBe(expected);
});
