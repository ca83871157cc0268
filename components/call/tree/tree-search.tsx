"use client";

import { useMemo, useState } from "react";

import { SearchInput } from "@/components/ui/search-input";
import { useShortcuts } from "@/components/ui/shortcuts";
import { counted } from "@/lib/format/number";

import { findCalls, type TraceModel } from "./trace-model";

const inputId = "search-tree";

interface TreeSearchProps {
  trace: TraceModel;
  selectedId: string;
  onSelect: (id: string) => void;
}

/** Moves to the next call whose name, model or exception contains a text; Shift moves back. */
export function TreeSearch({ trace, selectedId, onSelect }: TreeSearchProps) {
  const [query, setQuery] = useState("");
  const found = useMemo(() => (query === "" ? [] : findCalls(trace.tree, query)), [trace, query]);
  const at = found.indexOf(selectedId);
  const go = (by: 1 | -1) => {
    const next = found.at(at === -1 ? (by === 1 ? 0 : -1) : (at + by) % found.length);
    if (next !== undefined) onSelect(next);
  };
  useShortcuts("Calls in this trace", [
    { keys: "/", description: "Find a call", run: () => document.getElementById(inputId)?.focus() },
  ]);
  return (
    <>
      {query !== "" && (
        <span role="status" className="pr-1 whitespace-nowrap">
          {found.length === 0 ? "No match" : at === -1 ? counted(found.length, "call") : `${at + 1} of ${found.length}`}
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
