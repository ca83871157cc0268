import { JsonText } from "@/lib/contract/json/text";

import { compareJson } from "./compare-json";

/** Two JSON texts to compare; the answer is a `JsonDiff`. */
export interface CompareRequest {
  left: string;
  right: string;
}

self.addEventListener("message", ({ data }: MessageEvent<CompareRequest>) => {
  self.postMessage(compareJson(new JsonText(data.left), new JsonText(data.right)));
});
