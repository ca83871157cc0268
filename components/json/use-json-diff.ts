"use client";

import { useEffect, useState } from "react";

import { JsonText } from "@/lib/json/text";

import type { JsonDiff } from "./compare-json";
import type { CompareRequest } from "./compare-json.worker";

/** JSON is compared by structure, any other text as it is. */
export type Comparable = JsonText | string;

interface Compared {
  left: string;
  right: string;
  diff: JsonDiff | "failed";
}

/** The differences of two texts of the same kind; undefined while they are compared in a worker. */
export function useJsonDiff(a: Comparable, b: Comparable): JsonDiff | "failed" | undefined {
  const as = a instanceof JsonText ? "json" : "text";
  const [left, right] = [textOf(a), textOf(b)];
  const [compared, setCompared] = useState<Compared>();
  useEffect(() => {
    const done = (diff: JsonDiff | "failed") => setCompared({ left, right, diff });
    const worker = new Worker(new URL("./compare-json.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<JsonDiff>) => done(data));
    worker.addEventListener("error", () => done("failed"));
    worker.postMessage({ as, left, right } satisfies CompareRequest);
    return () => worker.terminate();
  }, [as, left, right]);
  return compared?.left === left && compared.right === right ? compared.diff : undefined;
}

function textOf(compared: Comparable): string {
  return compared instanceof JsonText ? compared.text : compared;
}
