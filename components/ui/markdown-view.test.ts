import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { MarkdownView } from "./markdown-view";

const htmlOf = (text: string) => renderToStaticMarkup(createElement(MarkdownView, { text }));

describe("a hostile text", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](http://attacker.test/x.png)",
    "![x](data:image/svg+xml;base64,AAAA)",
    "[l](javascript:alert(1))",
    "[l](JaVaScRiPt:alert(1))",
    "[l](data:text/html,x)",
    "<a href='javascript:alert(1)'>l</a>",
    "<iframe src='http://attacker.test'></iframe>",
    "<style>*{display:none}</style>",
    "<svg onload=alert(1)>",
    "[x]: http://attacker.test/x.png\n\n![a][x]",
  ])("loads and runs nothing: %s", (text) => {
    expect(htmlOf(text)).not.toMatch(
      /<(?:script|img|iframe|style|svg|object|form|picture)|on\w+=|(?:src|srcset)=|javascript:|data:/i,
    );
  });
});

test("an image becomes a link with its text, and links send no referrer", () => {
  expect(htmlOf("![a map](https://maps.test/x.png)")).toContain(">Image: a map</a>");
  expect(htmlOf("[l](https://a.test)")).toMatch(
    /<a href="https:\/\/a\.test" target="_blank" rel="noreferrer noopener"/,
  );
});

test("lists, tables, code and tasks are rendered, headings are not headings of the page", () => {
  const html = htmlOf("# Title\n\n- one\n\n| a |\n|---|\n| 1 |\n\n```js\n1 < 2\n```\n\n- [x] done");
  expect(html).not.toContain("<h1");
  for (const part of ["<ul", "<table", "1 &lt; 2", "☑"]) expect(html).toContain(part);
});

test("lists and quotes have the direction of their text, so that marks are on its side; code is from left to right", () => {
  const html = htmlOf("1. اثنان\n   - three\n\n> اقتباس\n\n- one\n\nهذا `code()`");
  expect(html.match(/<(?:ol|ul|blockquote) dir="\w+"/g)).toEqual([
    '<ol dir="rtl"',
    '<ul dir="ltr"',
    '<blockquote dir="rtl"',
    '<ul dir="ltr"',
  ]);
  expect(html).toContain('<code dir="ltr">code()</code>');
});

test("each block has the direction of its own text", () => {
  const html = htmlOf("# مرحبا\n\nمرحبا بالعالم\n\n- one\n- اثنان\n\n| أ |\n|---|\n| 1 |\n\n```js\n1\n```\n\n> اقتباس");
  const tags = [...html.matchAll(/<(p|ul|li|th|td|blockquote|pre|code)\b[^>]*?( dir="auto")?(?= |>)/g)];
  const withDirection = new Set(tags.flatMap(([, tag, direction]) => (direction ? [tag] : [])));
  expect(withDirection).toEqual(new Set(["li", "p", "td", "th"]));
  expect(html).toContain(`<pre dir="ltr"`);
});

test.each([
  ["**「重要」**です", "<strong>「重要」</strong>です"],
  ["これは**太字。**です", "<strong>太字。</strong>です"],
  ["这是**重点（必读）**内容", "<strong>重点（必读）</strong>内容"],
  ["**한국어(Korean)**는", "<strong>한국어(Korean)</strong>는"],
  ["2 ** 3 ** 4", "2 ** 3 ** 4"],
])("emphasis beside text without spaces: %s", (text, html) => {
  expect(htmlOf(text)).toContain(html);
});

test("a wide block scrolls instead of widening the text around it, and words of tables stay whole", () => {
  const html = htmlOf("| amount |\n|---|\n| 12,345,678 |");
  expect(html).toMatch(/^<div class="[^"]*\bmin-w-0\b/);
  expect(html).toMatch(/<table class="[^"]*\bwrap-break-word\b/);
});
