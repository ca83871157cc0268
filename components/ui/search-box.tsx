"use client";

import { useEffect, useState } from "react";

import { SearchInput } from "./search-input";

const pauseMs = 300;

interface SearchBoxProps {
  id: string;
  /** The accessible name. */
  label: string;
  text: string;
  onSearch: (text: string) => void;
  className?: string;
}

/** Searches after a pause in typing. */
export function SearchBox({ id, label, text, onSearch, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState({ text, sent: text });
  if (known.text !== text) {
    // Back, Forward and "clear all" change the search text: this replaces the typed text. Our own search arrives while
    // the user may still be typing.
    setKnown({ text, sent: text });
    if (known.sent !== text) setTyped(text);
  }

  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => {
      setKnown({ text, sent: typed });
      onSearch(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, text, onSearch]);

  return (
    <SearchInput id={id} label={label} value={typed} onValueChange={setTyped} maxLength={1_000} className={className} />
  );
}
