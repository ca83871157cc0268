"use client";

import { MutationObserver, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { dismissToast, toast } from "@/components/ui/toast-store";
import { JsonText } from "@/lib/contract/json/text";
import { createFeedback, purgeFeedback } from "@/lib/queries/feedback";

import { feedbackWords } from "./feedback-words";
import { type PendingUndo, usePendingUndos, withdrawUndo } from "./pending-undos";

/** Toasts on the screen, by the change they offer to undo: one for all panels of the page. */
const shown = new Map<string, { key: number; timer: ReturnType<typeof setTimeout> }>();

/** Shows what can be undone, in this tab and after a reload too, for as long as it can. */
export function useUndoToasts(): void {
  const cache = useQueryClient();
  const pending = usePendingUndos();
  useEffect(() => {
    const wanted = new Set(pending.map(nameOf));
    for (const [name, { key, timer }] of shown) {
      if (wanted.has(name)) continue;
      clearTimeout(timer);
      dismissToast(key);
      shown.delete(name);
    }
    for (const entry of pending) {
      if (!shown.has(nameOf(entry))) shown.set(nameOf(entry), show(entry, cache));
    }
  }, [pending, cache]);
}

function show(entry: PendingUndo, cache: QueryClient) {
  const leftMs = Math.max(0, entry.until - Date.now());
  const what = feedbackWords(entry.feedbackType, new JsonText(entry.payload));
  const key = toast({
    title: entry.change === "added" ? `Added ${what}` : `Removed ${what}`,
    durationMs: leftMs,
    action: { label: "Undo", onAction: () => void undo(entry, cache) },
  });
  return { key, timer: setTimeout(() => withdrawUndo(entry.id), leftMs) };
}

async function undo(entry: PendingUndo, cache: QueryClient): Promise<void> {
  withdrawUndo(entry.id);
  const { id, feedbackType, links } = entry;
  const subject = { projectId: entry.projectId, callId: entry.callId };
  try {
    if (entry.change === "added") await new MutationObserver(cache, purgeFeedback(subject)).mutate(id);
    else {
      const payload = new JsonText(entry.payload);
      await new MutationObserver(cache, createFeedback(subject)).mutate({ id, feedbackType, payload, links });
    }
  } catch (error) {
    const description = error instanceof Error ? error.message : undefined;
    toast({ title: "It could not be undone", description, tone: "error" });
  }
}

function nameOf({ id, change, until }: PendingUndo): string {
  return `${change} ${id} ${until}`;
}
