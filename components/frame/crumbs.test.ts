import { expect, test } from "vitest";

import { crumbsOf } from "./crumbs";

test.each([
  ["/", []],
  ["/acme/bot", []],
  ["/acme/bot/calls", [{ label: "Traces", href: undefined }]],
  [
    "/acme/bot/calls/01J%2F7F",
    [
      { label: "Traces", href: "/acme/bot/calls" },
      { label: "01J/7F", href: undefined, id: "01J/7F" },
    ],
  ],
  [
    "/acme/bot/objects/prompt/abc",
    [
      { label: "Objects", href: "/acme/bot/objects" },
      { label: "prompt", href: "/acme/bot/objects/prompt", id: "prompt" },
      { label: "abc", href: undefined, id: "abc" },
    ],
  ],
  ["/acme/bot/calls/compare", [{ label: "Traces", href: "/acme/bot/calls" }, { label: "Compare" }]],
  ["/acme/bot/training/new", [{ label: "Training", href: "/acme/bot/training" }, { label: "New job" }]],
  [
    "/acme/bot/calls/%E0%A4%A",
    [
      { label: "Traces", href: "/acme/bot/calls" },
      { label: "%E0%A4%A", href: undefined, id: "%E0%A4%A" },
    ],
  ],
])("the way to %s", (pathname, crumbs) => {
  expect(crumbsOf(pathname)).toEqual(crumbs);
});
