import { expect, test } from "vitest";
import { fromHeaderText, toHeaderText } from "./header-text";

test.each([["acme/support"], ["acme/évaluations"], ["会社/客服"], ["a/😀"], [""]])(
  "%s comes back as it went",
  (text) => {
    const header = toHeaderText(text);
    expect(header).toMatch(/^[\0-\xff]*$/);
    expect(fromHeaderText(header)).toBe(text);
  },
);

test("a header in Latin-1 is returned unchanged", () =>
  expect(fromHeaderText("acme/évaluations")).toBe("acme/évaluations"));
