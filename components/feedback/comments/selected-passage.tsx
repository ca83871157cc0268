"use client";

import { MessageSquare } from "lucide-react";
import { useEffect, useState } from "react";

import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { toast } from "@/components/ui/toast-store";
import type { Call } from "@/lib/contract/calls";
import type { Passage } from "@/lib/contract/comments";
import { QUOTE_CHARS } from "@/lib/contract/limits";
import { formatCount } from "@/lib/format/number";
import { markedIn, placePassage } from "@/lib/feedback/passage";

import { payloadAround, payloadOwner, readShownText, textRangeOf } from "./shown-text";

const SETTLED_MS = 150;
const GAP_PX = 4;
const HEIGHT_PX = 28;
const WIDTH_PX = 120;

interface SelectedPassageProps {
  /** Comments on the selected text. */
  onComment: () => void;
}

/** A button beside text that is selected in an input or output. */
export function SelectedPassage({ onComment }: SelectedPassageProps) {
  const place = useSelectionPlace();
  if (!place) return undefined;
  return (
    <Button
      size="small"
      icon={MessageSquare}
      // The selection stays while the button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onComment}
      style={place}
      className="fixed z-40 bg-float shadow-float"
    >
      Comment
      <Kbd keys="m" />
    </Button>
  );
}

/**
 * The selected text of a call's input or output; without a selection, the value of the JSON line that has the focus.
 * Undefined if there is none; one that is too long is reported.
 */
export function selectedPassage(call: Call): Passage | undefined {
  const range = selectedRange() ?? focusedLine();
  const element = range && payloadAround(call.id, range.commonAncestorContainer);
  const of = element?.dataset["payload"];
  const json = of === "inputs" ? call.inputs : call.output;
  if (!range || !element || (of !== "inputs" && of !== "output") || !json) return undefined;
  const shown = readShownText(element);
  const place = textRangeOf(shown, range);
  if (!place) return undefined;
  const marked = markedIn(shown.text, place);
  if (!marked && place.end - place.start > QUOTE_CHARS)
    toast({ title: `Select at most ${formatCount(QUOTE_CHARS)} characters to comment on them`, tone: "error" });
  return marked && placePassage(of, json, marked);
}

/** The call that the selected text is from: a root without a payload shows that of another call. */
export function selectedCallId(): string | undefined {
  const range = selectedRange() ?? focusedLine();
  return range && payloadOwner(range.commonAncestorContainer);
}

function selectedRange(): Range | undefined {
  const selection = window.getSelection();
  return selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
}

function focusedLine(): Range | undefined {
  const line = document.activeElement;
  const value = line?.matches("[role=treeitem]") ? line.querySelector("[data-value]") : null;
  if (!value) return undefined;
  const range = document.createRange();
  range.selectNodeContents(value);
  return range;
}

/** Where the button goes: above the end of the selection, within the window. */
function useSelectionPlace(): { left: number; top: number } | undefined {
  const [place, setPlace] = useState<{ left: number; top: number }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      const range = selectedRange();
      if (!range || payloadOwner(range.commonAncestorContainer) === undefined) {
        setPlace(undefined);
        return;
      }
      timer = setTimeout(() => setPlace(placeBeside(range)), SETTLED_MS);
    };
    // Text may have been selected before.
    update();
    document.addEventListener("selectionchange", update);
    document.addEventListener("scroll", update, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", update);
      document.removeEventListener("scroll", update, { capture: true });
    };
  }, []);
  return place;
}

function placeBeside(range: Range): { left: number; top: number } {
  const { right, top, bottom } = range.getBoundingClientRect();
  const above = top - HEIGHT_PX - GAP_PX;
  return {
    left: Math.max(GAP_PX, Math.min(right, window.innerWidth - WIDTH_PX)),
    top: above > HEIGHT_PX ? above : Math.min(bottom + GAP_PX, window.innerHeight - HEIGHT_PX - GAP_PX),
  };
}
