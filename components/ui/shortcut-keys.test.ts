import { expect, test } from "vitest";

import { shortcutMatches } from "./shortcut-keys";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  ["j", { key: "j" }, true],
  ["j", { key: "J", shiftKey: true }, false],
  ["shift+x", { key: "X", shiftKey: true }, true],
  ["shift+x", { key: "x" }, false],
  ["?", { key: "?", shiftKey: true }, true],
  ["?", { key: "?" }, true],
  ["/", { key: "/", ctrlKey: true }, false],
  ["mod+k", { key: "k", ctrlKey: true }, true],
  ["mod+k", { key: "k", metaKey: true }, true],
  ["mod+k", { key: "k" }, false],
  ["mod+enter", { key: "Enter", metaKey: true }, true],
  ["enter", { key: "Enter", shiftKey: true }, false],
  ["escape", { key: "Escape" }, true],
  ["space", { key: " " }, true],
  ["j", { key: "j", altKey: true }, false],
])("%s and %o: %s", (keys, pressed, matches) => {
  expect(shortcutMatches(keys, { ...plain, ...pressed })).toBe(matches);
});
