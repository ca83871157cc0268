"use client";

import { useEffect, useState } from "react";

import type { JsonText } from "@/lib/contract/json/text";

import type { JsonDiff } from "./compare-json";
import type { CompareRequest } from "./compare-json.worker";

interface Compared {
  left: string;
  right: string;
  diff: JsonDiff | "failed";
}

/** How two values differ; undefined while large ones are being compared, out of the page's way. */
export function useJsonDiff({ text: left }: JsonText, { text: right }: JsonText): JsonDiff | "failed" | undefined {
  const [compared, setCompared] = useState<Compared>();
  useEffect(() => {
    const done = (diff: JsonDiff | "failed") => setCompared({ left, right, diff });
    const worker = new Worker(new URL("./compare-json.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<JsonDiff>) => done(data));
    worker.addEventListener("error", () => done("failed"));
    worker.postMessage({ left, right } satisfies CompareRequest);
    return () => worker.terminate();
  }, [left, right]);
  return compared?.left === left && compared.right === right ? compared.diff : undefined;
}
