"use client";

import { createContext, use, useMemo, useRef, type ReactNode } from "react";

/** The key that starts a note, while the form is loading and once it is there. */
export const noteShortcut = { keys: "f", description: "Write a note" };

interface NoteWish {
  /** Notes that the user wants to write before the form is there. */
  set: () => void;
  /** Whether that was the case; only once. */
  take: () => boolean;
}

const Wish = createContext<NoteWish | undefined>(undefined);

/** Keeps the key that starts a note, pressed while the forms of feedback are loading, for the form. */
export function NoteWishProvider({ children }: { children: ReactNode }) {
  const isWanted = useRef(false);
  const wish = useMemo(
    () => ({
      set: () => {
        isWanted.current = true;
      },
      take: () => {
        const wasWanted = isWanted.current;
        isWanted.current = false;
        return wasWanted;
      },
    }),
    [],
  );
  return <Wish value={wish}>{children}</Wish>;
}

/** Undefined where nothing is loaded later. */
export function useNoteWish(): NoteWish | undefined {
  return use(Wish);
}
