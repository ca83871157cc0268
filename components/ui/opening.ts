"use client";

import { createContext } from "react";

import type { TimeZone } from "@/lib/format/time";

/** What the server assumes about the browser that it renders a page for. */
export interface Opening {
  /** Milliseconds since 1970; 0 if unknown. */
  now: number;
  /** The zone in which this browser last showed times; undefined if unknown. */
  zone: TimeZone | undefined;
}

/** The opening of the page that is shown, the same on the server and while the browser hydrates its HTML. */
export const OpeningContext = createContext<Opening>({ now: 0, zone: undefined });
