import { expect, test } from "vitest";

import { inSentence } from "./in-sentence";

test.each([
  ["Started", "started"],
  ["Recorded by", "recorded by"],
  ["ID", "ID"],
  ["OpenTelemetry JS snippet", "OpenTelemetry JS snippet"],
  ["OTLP with curl snippet", "OTLP with curl snippet"],
])("%s is %s in a sentence", (label, words) => {
  expect(inSentence(label)).toBe(words);
});
