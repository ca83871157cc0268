import { expect, test } from "vitest";

import type { ChatMessage } from "./conversation";
import type { MediaPart } from "./message-media";
import { mediaShownAtOnce } from "./shown-media";

const image = (chars: number, start = "data:"): MediaPart => ({
  type: "media",
  medium: "image",
  url: start.padEnd(chars, "A"),
});
const message = (...parts: ChatMessage["parts"]): ChatMessage => ({ role: "user", parts });

test("files are shown at once from the end of the conversation, up to a size and a number", () => {
  const [early, late, large] = [image(12_000_000 / 3), image(4_000_000), image(4_000_001)];
  const others = [image(4_000_000), image(4_000_000), image(3_999_000)];
  const shown = mediaShownAtOnce([message(early, large), message(...others), message(late)]);
  expect([late, ...others].every((part) => shown.has(part))).toBe(true);
  expect([early, large].some((part) => shown.has(part))).toBe(false);
  const many = Array.from({ length: 51 }, () => image(10));
  expect(mediaShownAtOnce([message(...many)]).size).toBe(50);
});

test("links are not among them, but files that are stored, and those in a tool's result, are", () => {
  const stored: MediaPart = { type: "media", medium: "file", file: "abc" };
  const inner = image(10);
  const result: ChatMessage["parts"][number] = { type: "tool_result", parts: [inner], isError: false };
  const shown = mediaShownAtOnce([message(image(30, "https://example.com/"), stored, result)]);
  expect([...shown]).toEqual([stored, inner]);
});
