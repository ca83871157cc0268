"use client";

import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp } from "lucide-react";

import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { SearchInput } from "@/components/ui/search-input";
import type { JsonText } from "@/lib/json/text";
import { formatBytes } from "@/lib/format/number";

import { MAX_MATCHES, type JsonMatches } from "./use-json-search";

interface JsonToolbarProps {
  json: JsonText;
  label: string;
  query: string;
  matches: JsonMatches;
  matchIndex: number;
  onQueryChange: (query: string) => void;
  onStep: (by: 1 | -1) => void;
  onExpandAll: () => void;
  onCollapseAll: () => void;
}

/** Length up to which a document has only the copy button. */
const SMALL_CHARS = 400;

/** Search, expanding and copying, above a document. */
export function JsonToolbar({
  json,
  label,
  query,
  matches,
  matchIndex,
  onQueryChange,
  onStep,
  onExpandAll,
  onCollapseAll,
}: JsonToolbarProps) {
  if (json.text.length <= SMALL_CHARS)
    return (
      <CopyButton
        text={json.text}
        label={`Copy ${label.toLowerCase()}`}
        className="absolute top-0 right-0 z-1 bg-page"
      />
    );
  return (
    <div role="toolbar" aria-label={`${label} toolbar`} className="flex shrink-0 items-center gap-1 pb-1">
      <SearchInput
        label={`Search in ${label.toLowerCase()}`}
        placeholder="Search"
        value={query}
        onValueChange={onQueryChange}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
        }}
        className="max-w-60 min-w-0 flex-1"
      />
      {query !== "" && (
        <>
          <span role="status" className="px-1 text-meta whitespace-nowrap text-muted">
            {matchWords(matches, matchIndex)}
          </span>
          <IconButton icon={ChevronUp} label="Previous match" size="small" onClick={() => onStep(-1)} />
          <IconButton icon={ChevronDown} label="Next match" size="small" onClick={() => onStep(1)} />
        </>
      )}
      <span className="ml-auto px-1 text-meta whitespace-nowrap text-muted max-sm:hidden">
        {formatBytes(json.text.length)}
      </span>
      <IconButton icon={ChevronsUpDown} label="Expand all" size="small" onClick={onExpandAll} />
      <IconButton icon={ChevronsDownUp} label="Collapse all" size="small" onClick={onCollapseAll} />
      <CopyButton text={json.text} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}

function matchWords({ keys, isSearching }: JsonMatches, index: number): string {
  if (keys.length === 0) return isSearching ? "Searching…" : "No match";
  const more = isSearching || keys.length >= MAX_MATCHES ? "+" : "";
  return `${index + 1} of ${keys.length}${more}`;
}
