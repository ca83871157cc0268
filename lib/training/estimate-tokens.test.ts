import { expect, it, test } from "vitest";

import { estimateMessageTokens, estimateTokens } from "./estimate-tokens";

test.each([
  ["", 0],
  ["a", 1],
  ["four", 1],
  ["Where is my parcel?", 5],
  ["我的包裹在哪里", 7],
  ["𠮷野家", 3],
  ["서울 is Seoul", 5],
])("%s", (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

it("counts the text, and neither log-probabilities nor pictures", () => {
  const messages = [
    {
      role: "user",
      content: [
        { type: "text", text: "four" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
    },
    { message: { role: "assistant", content: "four" }, logprobs: { content: [{ token: "four", logprob: -0.1 }] } },
  ];
  expect(estimateMessageTokens(messages, undefined)).toBe(10);
  expect(estimateMessageTokens([], [{ type: "function", function: { name: "four" } }])).toBe(1);
});
