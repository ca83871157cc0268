"use client";

import { useCallback, useEffect, useRef, useState } from "react";

import {
  type CallsChoice,
  type CallsProgress,
  readTrainingCalls,
  type TrainingCalls,
} from "@/lib/queries/training-calls";

import { CORRECTION } from "@/lib/format/feedback-words";

import type { GroupsFiles } from "./use-files";

export interface ChosenCalls {
  calls: TrainingCalls | undefined;
  /** While loading. */
  progress: CallsProgress | undefined;
  error: Error | undefined;
  read: (choice: CallsChoice, expected: number | undefined) => void;
  /** Whether corrected outputs become trajectories too, when the calls are read next. */
  withCorrections: boolean;
  setWithCorrections: (next: boolean) => void;
  /** Whether the model calls below are read instead, with the feedback on the calls, when these are read next. */
  ofModelCalls: boolean;
  setOfModelCalls: (next: boolean) => void;
  /** Reads them unless that has been done or started. */
  readOnce: (choice: CallsChoice) => void;
  cancel: () => void;
}

/** Calls that are read as trajectories, into a file like any other. */
export function useCalls(projectId: string, { replace }: GroupsFiles): ChosenCalls {
  const [calls, setCalls] = useState<TrainingCalls>();
  const [progress, setProgress] = useState<CallsProgress>();
  const [error, setError] = useState<Error>();
  const [withCorrections, setWithCorrections] = useState(false);
  const [ofModelCalls, setOfModelCalls] = useState(false);
  const running = useRef<AbortController>(undefined);
  const started = useRef<CallsChoice>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
      started.current = undefined;
    },
    [],
  );

  const read = useCallback(
    async (choice: CallsChoice, expected: number | undefined) => {
      running.current?.abort();
      started.current = choice;
      const abort = new AbortController();
      running.current = abort;
      setError(undefined);
      setProgress({ calls: 0, expected });
      try {
        const { signal } = abort;
        const made = await readTrainingCalls(
          { projectId, choice, expected, withCorrections: withCorrections || isOfCorrections(choice), ofModelCalls },
          { signal, onProgress: setProgress },
        );
        setCalls(made);
        replace([made.file]);
      } catch (caught) {
        if (!abort.signal.aborted) setError(caught instanceof Error ? caught : new Error(String(caught)));
      } finally {
        if (running.current === abort) setProgress(undefined);
      }
    },
    [projectId, replace, withCorrections, ofModelCalls],
  );
  const readOnce = useCallback(
    (choice: CallsChoice) => {
      if (started.current !== choice) void read(choice, undefined);
    },
    [read],
  );
  return {
    calls,
    progress,
    error,
    read: (choice, expected) => void read(choice, expected),
    withCorrections,
    setWithCorrections,
    ofModelCalls,
    setOfModelCalls,
    readOnce,
    cancel: () => running.current?.abort(),
  };
}

/** Calls that were chosen for their corrected outputs. */
export function isOfCorrections(choice: CallsChoice): boolean {
  return "feedbackType" in choice && choice.feedbackType === CORRECTION;
}
