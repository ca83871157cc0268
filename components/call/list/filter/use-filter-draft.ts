"use client";

import { useEffect, useState } from "react";

import { useDraft } from "@/components/ui/use-draft";
import type { FilterError } from "@/lib/filter/filter";
import type { CallsView } from "@/lib/filter/calls-view";

import { readFilter } from "./filters";
import type { ChangeView } from "../use-calls-view";

const pauseMs = 300;

interface FilterDraft {
  text: string;
  setText: (text: string) => void;
  /** The error of the text, shown after a pause in typing. */
  error: FilterError | undefined;
  /** Applies the text now, if it is valid. */
  apply: () => void;
}

/** The filter's text while it is typed: applied after a pause in typing if it is valid, and never lost. */
export function useFilterDraft(projectId: string, { q }: CallsView, change: ChangeView): FilterDraft {
  // The address has the last valid text; an invalid one is kept as a draft of the filter that it started from.
  const draft = useDraft(`filter:${projectId}:${q}`, q);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? draft.text;
  const [known, setKnown] = useState({ q, sent: q });
  const [paused, setPaused] = useState(q);
  if (known.q !== q) {
    // Back, Forward and the chips change the filter: this replaces the typed text. Our own change arrives while the
    // user may still be typing.
    setKnown({ q, sent: q });
    if (known.sent !== q) {
      setTyped(q);
      setPaused(q);
    }
  }
  const read = readFilter(text);
  const isReadable = "filter" in read;
  const apply = () => {
    setPaused(text);
    if (!isReadable || text === q) return;
    setKnown({ q, sent: text });
    change({ q: text }, "replace");
  };

  useEffect(() => {
    const timer = setTimeout(() => {
      setPaused(text);
      if (!isReadable || text === q) return;
      setKnown({ q, sent: text });
      change({ q: text }, "replace");
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, q, isReadable, change]);

  const setText = (next: string) => {
    setTyped(next);
    draft.setText("filter" in readFilter(next) ? q : next);
  };
  return { text, setText, error: "error" in read && paused === text ? read.error : undefined, apply };
}
