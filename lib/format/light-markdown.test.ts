import { describe, expect, it } from "vitest";
import { lightMarkdown } from "./light-markdown";

describe("lightMarkdown", () => {
  it.each([
    ["plain text", "plain text"],
    ["Use **npm ci**, not `npm install`.", "Use <strong npm ci>, not <code npm install>."],
    ["*Really* **so**", "<emphasis Really> <strong so>"],
    ["- one - two", "• one - two"],
    ["`**not bold**`", "<code **not bold**>"],
    ["2 * 3 * 4 and 2**3**4 a", "2 * 3 * 4 and 2<strong 3>4 a"],
    ["snake_case_name __init__", "snake_case_name __init__"],
    ["** open", "** open"],
    ["`open", "`open"],
    ['{"a": "**b**"}', '{"a": "**b**"}'],
    ["<b>&amp;</b>", "<b>&amp;</b>"],
    ["", ""],
  ])("%s", (line, shown) => {
    const texts = lightMarkdown(line).map(({ text, style }) => (style ? `<${style} ${text}>` : text));
    expect(texts.join("")).toBe(shown);
  });
});
