"use client";

import { createContext } from "react";

import { type Look, unknownLook } from "@/lib/format/look";

/** What the server assumes about the browser that it renders a page for. */
export interface Opening {
  /** Milliseconds since 1970; 0 if unknown. */
  now: number;
  look: Look;
}

/** The opening of the page that is shown, the same on the server and while the browser hydrates its HTML. */
export const OpeningContext = createContext<Opening>({ now: 0, look: unknownLook });
