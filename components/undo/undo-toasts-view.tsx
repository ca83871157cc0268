"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { dismissToast, toast } from "@/components/ui/toast-store";
import { browserClient } from "@/lib/client/browser-client";

import { type PendingUndo, withdrawUndo } from "./pending-undos";
import { sendUndo } from "./send-undo";

/** Toasts on the screen, by the change they offer to undo. */
const shown = new Map<string, { key: number; timer: ReturnType<typeof setTimeout> }>();

/** Shows the changes that can be undone until they expire. */
export function UndoToastsView({ pending }: { pending: readonly PendingUndo[] }) {
  const cache = useQueryClient();
  useEffect(() => {
    const names = new Set(pending.map(nameOf));
    for (const [name, { key, timer }] of shown) {
      if (names.has(name)) continue;
      clearTimeout(timer);
      dismissToast(key);
      shown.delete(name);
    }
    for (const entry of pending) {
      if (!shown.has(nameOf(entry))) shown.set(nameOf(entry), show(entry, cache));
    }
  }, [pending, cache]);
  return undefined;
}

function show(entry: PendingUndo, cache: QueryClient) {
  const leftMs = Math.max(0, entry.until - Date.now());
  const key = toast({
    title: entry.title,
    durationMs: leftMs,
    action: { label: "Undo", onAction: () => void undo(entry, cache) },
  });
  return { key, timer: setTimeout(() => withdrawUndo(entry.id), leftMs) };
}

async function undo(entry: PendingUndo, cache: QueryClient): Promise<void> {
  withdrawUndo(entry.id);
  try {
    await sendUndo(entry, browserClient, cache);
  } catch (error) {
    const description = error instanceof Error ? error.message : undefined;
    toast({ title: "Could not undo", description, tone: "error" });
  }
}

function nameOf({ id, until }: PendingUndo): string {
  return `${id} ${until}`;
}
