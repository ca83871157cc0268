"use client";

import { useEffect, useRef } from "react";

import type { Call } from "@/lib/contract/calls";
import type { Comment, CommentThread } from "@/lib/feedback/comments";
import { findPassage } from "@/lib/feedback/passage";

import { documentRangeOf, payloadAround, readShownText, shownPayloads } from "./shown-text";

/** The names of the highlights in the style sheet: all passages, and the one whose comment was opened. */
const ALL = "loupe-passage";
const CURRENT = "loupe-current-passage";
const SETTLED_MS = 150;
const CURRENT_MS = 2_000;

/** Highlights the passages that comments are about, where they are shown; a click on one opens its comment. */
export function usePassages(
  call: Call | undefined,
  threads: readonly CommentThread[],
  onOpen: (commentId: string) => void,
): {
  /** Scrolls to the passage of a comment; false if it is not shown. */
  show: (commentId: string) => boolean;
} {
  const ranges = useRef<ReadonlyMap<string, Range>>(new Map());
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    const comments = threads.flatMap(({ comment }) => (comment?.passage ? [comment] : []));
    if (!call || comments.length === 0) return;
    const update = () => {
      ranges.current = findRanges(call, comments);
      highlight(ALL, [...ranges.current.values()]);
    };
    update();
    const stopWatching = watchPayloads(call.id, update);
    const onClick = (event: MouseEvent) => {
      if (window.getSelection()?.isCollapsed === false || !payloadAround(call.id, asNode(event.target))) return;
      const found = [...ranges.current].find(([, range]) => isInside(range, event));
      if (found) open.current(found[0]);
    };
    document.addEventListener("click", onClick);
    return () => {
      stopWatching();
      document.removeEventListener("click", onClick);
      ranges.current = new Map();
      highlight(ALL, []);
      highlight(CURRENT, []);
    };
  }, [call, threads]);
  return {
    show: (commentId) => {
      const range = ranges.current.get(commentId);
      if (!range?.startContainer.isConnected) return false;
      range.startContainer.parentElement?.scrollIntoView({ block: "center" });
      highlight(CURRENT, [range]);
      setTimeout(() => highlight(CURRENT, []), CURRENT_MS);
      return true;
    },
  };
}

function findRanges(call: Call, comments: readonly Comment[]): ReadonlyMap<string, Range> {
  const found = new Map<string, Range>();
  for (const element of shownPayloads(call.id)) {
    const of = element.dataset["payload"];
    const shown = readShownText(element);
    for (const { id, passage } of comments) {
      if (!passage || passage.of !== of) continue;
      const place = findPassage(shown.text, passage.of === "inputs" ? call.inputs : call.output, passage);
      const range = place && documentRangeOf(shown, place);
      if (range) found.set(id, range);
    }
  }
  return found;
}

/** Calls back after a payload of the call was shown, changed or hidden. */
function watchPayloads(callId: string, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = shownPayloads(callId);
  const observer = new MutationObserver((changes) => {
    const now = shownPayloads(callId);
    const isSame = now.length === before.length && now.every((element, index) => element === before[index]);
    before = now;
    if (isSame && !changes.some(({ target }) => payloadAround(callId, target))) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLED_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** Nothing is highlighted in a browser without the CSS Custom Highlight API. */
function highlight(name: string, ranges: readonly Range[]): void {
  if (typeof CSS === "undefined" || !("highlights" in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

function isInside(range: Range, { clientX: x, clientY: y }: MouseEvent): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
}

function asNode(target: EventTarget | null): Node | null {
  return target instanceof Node ? target : null;
}
