import { expect, test } from "vitest";

import { typedPlaces } from "./typed-places";

test.each([
  ["", "acme/bot", []],
  ["core:///acme/bot/call/01J", undefined, [{ href: "/acme/bot/calls/01J", label: "Open the call 01J" }]],
  ["  weave:///a/b/op/predict:v2 ", "x/y", [{ href: "/a/b/ops/predict/v2", label: "Open the op predict:v2" }]],
  ["acme/bot", undefined, [{ href: "/acme/bot", label: "Open the project acme/bot" }]],
  [
    "a1b2c3",
    "acme/bot",
    [
      { href: "/acme/bot/calls?q=a1b2c3", label: "Search traces for “a1b2c3”" },
      { href: "/acme/bot/calls/a1b2c3", label: "Open the call a1b2c3" },
    ],
  ],
  [
    "我的 包裹",
    "a/b",
    [{ href: "/a/b/calls?q=%E6%88%91%E7%9A%84+%E5%8C%85%E8%A3%B9", label: "Search traces for “我的 包裹”" }],
  ],
  ["anything", undefined, []],
])("%j in %s leads to", (text, projectId, places) => {
  expect(typedPlaces(text, projectId)).toEqual(places);
});
