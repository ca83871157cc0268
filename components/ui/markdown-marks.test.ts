import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MarkdownView } from "./markdown-view";

const html = (text: string, ...ranges: [start: number, end: number][]) =>
  renderToStaticMarkup(
    createElement(MarkdownView, {
      text,
      marks: ranges.map(([start, end]) => ({ start, end, tagName: "mark" as const, className: "c", title: "t" })),
    }),
  )
    .replaceAll(/ class="[^"]*"/g, "")
    .replaceAll(' title="t"', "");

test.each<[string, string, [number, number][], string]>([
  ["in the middle of a line", "Paris is grey today", [[8, 13]], "<p>Paris is<mark> grey</mark> today</p>"],
  ["at its beginning", "No. Yes", [[0, 2]], "<p><mark>No</mark>. Yes</p>"],
  ["two", "a b c", [[0, 1], [4, 5]], "<p><mark>a</mark> b <mark>c</mark></p>"], // prettier-ignore
  ["inside other markup", "**bold** x", [[2, 4]], "<p><strong><mark>bo</mark>ld</strong> x</p>"],
  ["across markup", "a **b** c", [[0, 5]], "<p><mark>a </mark><strong><mark>b</mark></strong> c</p>"],
  ["in code", "`code` x", [[0, 3]], '<p><code dir="ltr"><mark>code</mark></code> x</p>'],
  ["syntax alone", "**b**", [[0, 2]], "<p><strong>b</strong></p>"],
  ["none", "**b**", [], "<p><strong>b</strong></p>"],
])("a mark is set %s", (_what, text, ranges, expected) => {
  expect(html(text, ...ranges).replaceAll(` dir="auto"`, "")).toBe(`<div>${expected}</div>`);
});

test("a mark does not let hostile HTML through", () => {
  expect(html("<img src=x onerror=alert(1)> [a](javascript:alert(1))", [0, 60])).not.toMatch(/<img|javascript|onerror/);
});
