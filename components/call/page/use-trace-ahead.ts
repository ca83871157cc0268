"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { whenIdle } from "@/components/ui/on-demand";
import { browserClient } from "@/lib/client/browser-client";
import { callRef } from "@/lib/contract/refs";
import { feedbackOn } from "@/lib/queries/feedback-on";
import { readTraceAhead } from "@/lib/queries/trace-ahead";

/**
 * Reads the next trace of a list while the browser is idle, so that it is shown at once. Only one is read ahead, and
 * only after the shown one `isComplete`.
 */
export function useTraceAhead(projectId: string, callId: string | undefined, isComplete: boolean): void {
  const cache = useQueryClient();
  const reading = useRef(Promise.resolve());
  useEffect(() => {
    if (callId === undefined || !isComplete) return;
    let isLeft = false;
    const read = async () => {
      await reading.current;
      if (isLeft) return;
      const feedback = cache.prefetchQuery(feedbackOn({ projectId, ref: callRef(projectId, callId) }));
      // What could not be read ahead is read again, and reported, when it is shown.
      reading.current = Promise.all([readTraceAhead(cache, { projectId, callId }, browserClient), feedback]).then(
        () => undefined,
        () => undefined,
      );
    };
    const cancel = whenIdle(() => void read());
    return () => {
      isLeft = true;
      cancel();
    };
  }, [cache, projectId, callId, isComplete]);
}
