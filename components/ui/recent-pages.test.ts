import { expect, test } from "vitest";

import { parsePages, withPage } from "./recent-pages";

test("the newest page comes first, each address once", () => {
  const stored = [
    { href: "/a/b/calls/1", label: "one" },
    { href: "/a/b/calls/2", label: "two" },
    { href: "/a/b/calls/1", label: "one\tagain\n" },
  ].reduce(withPage, "");
  expect(parsePages(stored)).toEqual([
    { href: "/a/b/calls/1", label: "one again " },
    { href: "/a/b/calls/2", label: "two" },
  ]);
});

test("the oldest pages are left out", () => {
  const pages = Array.from({ length: 50 }, (_, at) => ({ href: `/p/${at}`, label: `page ${at}` }));
  expect(parsePages(pages.reduce(withPage, "")).map(({ href }) => href)).toEqual(
    pages
      .slice(10)
      .map(({ href }) => href)
      .toReversed(),
  );
});

test.each(["", "no tab", "//x\tlabel", "https://elsewhere/\tlabel", "/a\tb\tc", "/a\t"])(
  "what is no page is passed over: %j",
  (stored) => {
    expect(parsePages(stored)).toEqual([]);
  },
);
