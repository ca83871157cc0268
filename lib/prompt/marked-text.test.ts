import fc from "fast-check";
import { expect, test } from "vitest";
import { cutAtVariables } from "./marked-text";

test.each([
  ["", []],
  ["Hi", ["Hi"]],
  ["Hi {{name}}, {{ é.1 }}{{x}}", ["Hi ", "[{{name}}]", ", ", "[{{ é.1 }}]", "[{{x}}]"]],
  ["{{1}} {a} {{}}", ["{{1}} {a} {{}}"]],
])("%j is cut at its variables", (text, pieces) => {
  expect(cutAtVariables(text).map((piece) => (piece.isVariable ? `[${piece.text}]` : piece.text))).toEqual(pieces);
});

test("the pieces are the text", () => {
  const piece = fc.oneof(fc.constantFrom("{{", "}}", "{{a}}", " "), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      expect(
        cutAtVariables(text)
          .map((cut) => cut.text)
          .join(""),
      ).toBe(text);
    }),
  );
});
