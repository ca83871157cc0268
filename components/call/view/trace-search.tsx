"use client";

import { ChevronDown, ChevronUp } from "lucide-react";

import { useEffect, useEffectEvent, useRef } from "react";

import { IconButton } from "@/components/ui/icon-button";
import { SearchInput } from "@/components/ui/search-input";
import { useShortcuts } from "@/components/ui/shortcuts";
import { counted, formatCount } from "@/lib/format/number";

import type { TraceSearch } from "./use-trace-search";

const inputId = "search-trace";

type Step = 1 | -1;

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
  const awaited = useRef<{ query: string; steps: readonly Step[] }>({ query, steps: [] });
  const go = (steps: readonly Step[]) => {
    const count = found.length;
    const move = (place: number, by: Step) => (place === -1 && by === -1 ? count - 1 : (place + by + count) % count);
    const next = found[steps.reduce(move, at)];
    if (next !== undefined) onStep(next);
  };
  const step = (by: Step) => {
    if (!isSearching) return go([by]);
    const before = awaited.current;
    awaited.current = { query, steps: before.query === query ? [...before.steps, by] : [by] };
    searchNow();
  };
  const makeAwaited = useEffectEvent(() => {
    const { query: asked, steps } = awaited.current;
    awaited.current = { query, steps: [] };
    if (asked === query && steps.length > 0) go(steps);
  });
  useEffect(() => {
    if (!isSearching) makeAwaited();
  }, [isSearching]);
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
