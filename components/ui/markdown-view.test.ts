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
