"use client";

import { useEffect, useState } from "react";

import { SearchInput } from "@/components/ui/search-input";

const pauseMs = 300;

interface SearchBoxProps {
  id: string;
  /** The text that is searched for. */
  text: string;
  onSearch: (text: string) => void;
}

/** Searches once the typing pauses. */
export function SearchBox({ id, text, onSearch }: SearchBoxProps) {
  const [draft, setDraft] = useState({ typed: text, searched: text });
  // Back, Forward and "clear all" change the text from outside; what is typed gives way to it.
  if (draft.searched !== text) setDraft({ typed: text, searched: text });
  const { typed } = draft;

  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => {
      setDraft({ typed, searched: typed });
      onSearch(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, text, onSearch]);

  return (
    <SearchInput
      id={id}
      label="Search inputs and outputs"
      value={typed}
      onValueChange={(next) => setDraft({ typed: next, searched: text })}
      maxLength={1_000}
      className="min-w-48 flex-1"
    />
  );
}
