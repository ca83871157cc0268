import { JsonText } from "@/lib/json/text";

import { compareJson, compareTexts } from "./compare-json";

/** Two texts to compare, as JSON or as plain text; the response is a `JsonDiff`. */
export interface CompareRequest {
  as: "json" | "text";
  left: string;
  right: string;
}

self.addEventListener("message", ({ data }: MessageEvent<CompareRequest>) => {
  const { as, left, right } = data;
  self.postMessage(as === "json" ? compareJson(new JsonText(left), new JsonText(right)) : compareTexts(left, right));
});
