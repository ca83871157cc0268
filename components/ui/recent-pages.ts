"use client";

import { useEffect } from "react";

import { usePreference } from "./use-preference";

/** A page that was opened in this browser. */
export interface RecentPage {
  href: string;
  /** Its title: a call's name, an object's version. */
  label: string;
}

const KEPT = 40;
const MAX_CHARS = 300;
const SEPARATOR = "\t";

/** An address of this site: two leading slashes would lead to another. */
const isOwn = (href: string) => /^\/(?!\/)/.test(href);

/** One page per line, address and label separated by a tab; other lines are skipped. */
export function parsePages(stored: string): RecentPage[] {
  return stored.split("\n").flatMap((line) => {
    const [href, label, ...rest] = line.split(SEPARATOR);
    return href && isOwn(href) && label && rest.length === 0 ? [{ href, label }] : [];
  });
}

/** The stored pages with one more in front, each address once, the oldest left out. */
export function withPage(stored: string, { href, label }: RecentPage): string {
  const words = label.replace(/\s+/g, " ").slice(0, MAX_CHARS);
  const others = parsePages(stored).filter((page) => page.href !== href);
  return [{ href, label: words }, ...others]
    .slice(0, KEPT)
    .map((page) => page.href + SEPARATOR + page.label)
    .join("\n");
}

const asStored = (stored: string) => stored;

/** The most recent pages in this browser, newest first; with a path, only those below it. */
export function useRecentPages(under = "/"): RecentPage[] {
  const [stored] = usePreference("recent-pages", "", asStored);
  return parsePages(stored).filter(({ href }) => href.startsWith(under));
}

/** Stores the page as recent once its label is known. */
export function useRememberPage(href: string, label: string | undefined): void {
  const [stored, store] = usePreference("recent-pages", "", asStored);
  const next = label ? withPage(stored, { href, label }) : stored;
  useEffect(() => {
    if (next !== stored) store(next);
    // Otherwise two tabs that each store their own page would react to each other forever.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [href, label]);
}
