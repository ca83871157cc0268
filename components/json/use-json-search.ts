"use client";

import { useDeferredValue, useEffect, useState } from "react";

import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

import { searchJson } from "./json-search";

/** Maximum number of matches to step through. */
export const MAX_MATCHES = 1_000;
const SLICE_MS = 10;

export interface JsonMatches {
  /** Keys of the lines that match, in order. */
  keys: readonly string[];
  isSearching: boolean;
}

const noMatches: JsonMatches = { keys: [], isSearching: false };

/** Searches a document in slices of a few milliseconds, so that typing and scrolling stay responsive. */
export function useJsonSearch(json: JsonText, query: string): JsonMatches {
  const deferredQuery = useDeferredValue(query);
  const [found, setFound] = useState<JsonMatches & { text: string }>({ ...noMatches, text: "" });
  useEffect(() => {
    if (deferredQuery === "") return;
    const keys: string[] = [];
    let shown = 0;
    // Parsed again, so that the nodes of a large document can be released afterwards.
    const search = searchJson(JsonNode.parse(json), deferredQuery);
    let timer: ReturnType<typeof setTimeout>;
    const run = () => {
      const until = performance.now() + SLICE_MS;
      let isDone = false;
      while (!isDone && performance.now() < until) {
        const next = search.next();
        if (next.value !== undefined) keys.push(next.value);
        isDone = next.done === true || keys.length >= MAX_MATCHES;
      }
      if (isDone || keys.length > shown) setFound({ keys: [...keys], isSearching: !isDone, text: deferredQuery });
      shown = keys.length;
      if (!isDone) timer = setTimeout(run);
    };
    timer = setTimeout(run);
    return () => clearTimeout(timer);
  }, [json, deferredQuery]);
  if (deferredQuery === "") return noMatches;
  return found.text === deferredQuery ? found : { ...noMatches, isSearching: true };
}
