"use client";

import { useEffect, useState } from "react";

import { nextTurn } from "@/lib/client/yield-to-main";
import type { Steps } from "@/lib/training/steps";

/** Milliseconds of work after which the page can respond. */
const TURN_MS = 12;

interface Done<Outcome> {
  begin: () => Steps<Outcome>;
  outcome: Outcome;
}

/**
 * The result of work in steps, between which the page can respond; the previous result while it runs. It starts again
 * when `begin` is another function.
 */
export function useSteps<Outcome>(begin: () => Steps<Outcome>): { outcome: Outcome | undefined; isBehind: boolean } {
  const [done, setDone] = useState<Done<Outcome>>();
  useEffect(() => {
    let isWanted = true;
    const run = async () => {
      const steps = begin();
      let since = performance.now();
      for (let step = steps.next(); isWanted; step = steps.next()) {
        if (step.done) {
          setDone({ begin, outcome: step.value });
          return;
        }
        if (performance.now() - since < TURN_MS) continue;
        await nextTurn();
        since = performance.now();
      }
    };
    void run();
    return () => {
      isWanted = false;
    };
  }, [begin]);
  return { outcome: done?.outcome, isBehind: done?.begin !== begin };
}
