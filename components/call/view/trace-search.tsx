"use client";

import { ChevronDown, ChevronUp } from "lucide-react";

import { useEffect, useEffectEvent, useState } from "react";

import { IconButton } from "@/components/ui/icon-button";
import { SearchInput } from "@/components/ui/search-input";
import { useShortcuts } from "@/components/ui/shortcuts";
import { counted, formatCount } from "@/lib/format/number";

import type { TraceSearch } from "./use-trace-search";

const inputId = "search-trace";

interface TraceSearchProps {
  search: TraceSearch;
  selectedId: string;
  /** Called with the call that the search moves to. */
  onStep: (id: string) => void;
}

/** Moves to the next call that contains a text, or to the one before. */
export function TraceSearchBox({ search, selectedId, onStep }: TraceSearchProps) {
  const { query, setQuery, found, isSearching, searchNow, error } = search;
  const at = found.indexOf(selectedId);
  // Enter may come before all that contains the text is found: the steps are made then.
  const [awaited, setAwaited] = useState({ query, steps: 0 });
  const steps = awaited.query === query ? awaited.steps : 0;
  const go = (by: number) => {
    const from = at === -1 && by > 0 ? -1 : Math.max(0, at);
    const next = found.at((from + by) % found.length);
    if (next !== undefined) onStep(next);
  };
  const step = (by: 1 | -1) => {
    if (!isSearching) return go(by);
    setAwaited({ query, steps: steps + by });
    searchNow();
  };
  const makeAwaited = useEffectEvent(() => {
    setAwaited({ query, steps: 0 });
    go(steps);
  });
  const isReady = steps !== 0 && !isSearching;
  useEffect(() => {
    if (isReady) makeAwaited();
  }, [isReady]);
  const words = () => {
    if (found.length > 0)
      return at === -1 ? counted(found.length, "call") : `${formatCount(at + 1)} of ${formatCount(found.length)}`;
    if (isSearching) return "Searching…";
    return error ? "Could not search the contents" : "No match";
  };
  useShortcuts("Trace", [
    { keys: "/", description: "Search the trace", run: () => document.getElementById(inputId)?.focus() },
    { keys: "n", description: "Next match", run: () => step(1) },
    { keys: "shift+n", description: "Previous match", run: () => step(-1) },
  ]);
  return (
    <>
      {query !== "" && (
        <span role="status" aria-busy={isSearching} title={error?.message} className="px-1 whitespace-nowrap">
          {words()}
          {error && found.length > 0 && " by name"}
        </span>
      )}
      <SearchInput
        id={inputId}
        label="Search the trace"
        placeholder="Search"
        value={query}
        onValueChange={setQuery}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
        className="w-36 min-w-0"
      />
      {query !== "" && (
        <>
          <IconButton
            icon={ChevronUp}
            label="Previous match"
            shortcut="shift+n"
            size="small"
            onClick={() => step(-1)}
          />
          <IconButton icon={ChevronDown} label="Next match" shortcut="n" size="small" onClick={() => step(1)} />
        </>
      )}
    </>
  );
}
