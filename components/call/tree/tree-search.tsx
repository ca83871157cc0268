"use client";

import { useMemo, useState } from "react";

import { SearchInput } from "@/components/ui/search-input";
import { useShortcuts } from "@/components/ui/shortcuts";
import { counted, formatCount } from "@/lib/format/number";

import { findCalls, type TraceModel } from "./trace-model";
import { useTraceSearch } from "./use-trace-search";

const inputId = "search-tree";

interface TreeSearchProps {
  projectId: string;
  trace: TraceModel;
  selectedId: string;
  onSelect: (id: string) => void;
}

/** Moves to the next call whose name, model, exception, input or output contains a text; Shift moves back. */
export function TreeSearch({ projectId, trace, selectedId, onSelect }: TreeSearchProps) {
  const [query, setQuery] = useState("");
  const { found: byContents, isSearching, error } = useTraceSearch(projectId, trace, query);
  const found = useMemo(
    () => (query === "" ? [] : findCalls(trace.tree, query, byContents)),
    [trace, query, byContents],
  );
  const at = found.indexOf(selectedId);
  const go = (by: 1 | -1) => {
    const next = found.at(at === -1 ? (by === 1 ? 0 : -1) : (at + by) % found.length);
    if (next !== undefined) onSelect(next);
  };
  const words = (count: number) => {
    if (count > 0) return at === -1 ? counted(count, "call") : `${formatCount(at + 1)} of ${formatCount(count)}`;
    if (isSearching) return "Searching…";
    return error ? "Could not search the contents" : "No match";
  };
  useShortcuts("Calls in this trace", [
    { keys: "/", description: "Find a call", run: () => document.getElementById(inputId)?.focus() },
  ]);
  return (
    <>
      {query !== "" && (
        <span role="status" aria-busy={isSearching} title={error?.message} className="pr-1 whitespace-nowrap">
          {words(found.length)}
          {error && found.length > 0 && " by name"}
        </span>
      )}
      <SearchInput
        id={inputId}
        label="Find a call"
        value={query}
        onValueChange={setQuery}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
        className="w-36"
      />
    </>
  );
}
