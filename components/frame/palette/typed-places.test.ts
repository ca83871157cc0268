import { expect, test } from "vitest";

import { typedPlaces } from "./typed-places";

test.each([
  ["", "acme/bot", []],
  ["core:///acme/bot/call/01J", undefined, [{ href: "/acme/bot/calls/01J", label: "Open the call 01J" }]],
  ["  weave:///a/b/op/predict:v2 ", "x/y", [{ href: "/a/b/ops/predict/v3", label: "Open the op predict:v3" }]],
  ["acme/bot", undefined, [{ href: "/acme/bot", label: "Open the project acme/bot" }]],
  [
    "a1b2c3",
    "acme/bot",
    [
      { href: "/acme/bot/calls?q=a1b2c3", label: "Search traces for “a1b2c3”" },
      { href: "/acme/bot/calls/a1b2c3", label: "Open the call a1b2c3" },
    ],
  ],
  ...["dark", "evaluators", "agréable", "包裹", "real-time"].map((word): [string, string, unknown] => [
    word,
    "a/b",
    [{ href: `/a/b/calls?${new URLSearchParams({ q: word })}`, label: `Search traces for “${word}”` }],
  ]),
  [
    "我的 包裹",
    "a/b",
    [{ href: "/a/b/calls?q=%E6%88%91%E7%9A%84+%E5%8C%85%E8%A3%B9", label: "Search traces for “我的 包裹”" }],
  ],
  ...[
    "00f067aa0ba902b7",
    "4BF92F3577B34DA6A3CE929D0E0E4736",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "0193a1b2-0000-7000-8000-00000000000f",
    "4BfTQ0ZrWmTnSgyw8ryPyYlzoVoL5O5SthZfQjXKgWs",
  ].map((id): [string, string, unknown] => [
    id,
    "a/b",
    [expect.objectContaining({ href: `/a/b/calls/${id}` }), expect.objectContaining({ href: `/a/b/calls?q=${id}` })],
  ]),
  ["https://wandb.ai/a/b/r/call/c1", undefined, [{ href: "/a/b/calls/c1", label: "Open /a/b/calls/c1" }]],
  [
    "http://loupe.test/a/b/costs?by=op#x",
    undefined,
    [{ href: "/a/b/costs?by=op#x", label: "Open /a/b/costs?by=op#x" }],
  ],
  ["http://other.test/a/b/costs", "x/y", []],
  ["anything", undefined, []],
])("%j in %s leads to", (text, projectId, places) => {
  expect(typedPlaces(text, projectId, "http://loupe.test")).toEqual(places);
});
