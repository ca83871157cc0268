"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

import { openChat } from "@/lib/queries/chat";
import { ownKey } from "@/lib/queries/keys";

import { rememberRun } from "./history";
import { keptRuns } from "./kept-runs";
import type { PaneRun } from "./pane-run";
import { createRunStore, type RunStore } from "./run-store";
import type { Slot } from "./slot";

/**
 * The runs of a project's playground; leaving the page stops them. `onEnd`, which must not change, is called whenever
 * one ends.
 */
export function useRunStore(projectId: string, onEnd: (run: PaneRun) => void): RunStore {
  const cache = useQueryClient();
  const [store] = useState(() =>
    createRunStore({
      open: (body, asked) => openChat(body, { projectId, ...asked }),
      kept: keptRuns(projectId),
    }),
  );
  useEffect(
    () =>
      store.onEnd((run) => {
        rememberRun(projectId, run);
        onEnd(run);
        // A session that expired in mid-stream only breaks the connection, so the session is checked.
        if (run.state === "failed") void cache.invalidateQueries({ queryKey: ownKey().queryKey });
      }),
    [cache, onEnd, projectId, store],
  );
  useEffect(() => () => store.stop(), [store]);
  return store;
}

export function useRun(store: RunStore, slot: Slot): PaneRun | undefined {
  const read = () => store.runOf(slot);
  return useSyncExternalStore(store.subscribe, read, read);
}

export function useIsRunning(store: RunStore): boolean {
  const read = () => store.isRunning;
  return useSyncExternalStore(store.subscribe, read, read);
}
