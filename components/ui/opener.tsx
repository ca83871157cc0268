"use client";

import { type Ref, type RefObject, useImperativeHandle } from "react";

/** The element that opens something. */
export type Opener = RefObject<HTMLElement | null>;

interface OpenerProps {
  opener: Opener;
  ref?: Ref<HTMLElement | null>;
}

/**
 * Stands for an element of the page within a Radix trigger. The element is rendered before Radix is loaded, and stays
 * the same element afterwards; Radix places what opens beside it and gives it the focus back.
 */
export function OpenerProxy({ opener, ref }: OpenerProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => opener.current, [opener]);
  return undefined;
}
