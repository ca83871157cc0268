"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useMemo } from "react";

import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { useGoTo } from "@/components/ui/use-go-to";
import { useTimeZone } from "@/components/ui/use-time-zone";
import type { CallRow } from "@/lib/contract/calls";
import { callsPath, withSearch } from "@/lib/format/address";
import { callsList } from "@/lib/queries/calls";

import { listOf } from "../list/listed-at";
import { TraceStepButtons } from "./trace-step-buttons";
import { useTraceAhead } from "./use-trace-ahead";

/** Pages of the list that are searched for a trace whose page is opened again. */
const SEARCHED_PAGES = 10;

interface ListStepsProps {
  projectId: string;
  /** The value of `LIST_PARAM`. */
  list: string;
  callId: string;
  /** Undefined while loading. */
  traceId: string | undefined;
  /** Whether the call and its trace are loaded, so that the next one may be. */
  isComplete: boolean;
  onGo: (callId: string) => void;
  /** Called with whether `j` and `k` lead to the other traces; they do once the call is found in the list. */
  onKeys: (hasKeys: boolean) => void;
}

/**
 * The way back to the list that a call's page was opened from, with the call's trace previewed, also by `u`; and if the
 * call or its trace is in the list, the steps to the traces before and after it, also by `j` and `k`.
 */
export function ListSteps({ projectId, list, callId, traceId, isComplete, onGo, onKeys }: ListStepsProps) {
  const zone = useTimeZone();
  const goTo = useGoTo();
  const params = useMemo(() => listOf(projectId, list, zone), [projectId, list, zone]);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(callsList(params));
  const pages = data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);
  const at = placeIn(rows, callId, traceId);
  const wantsMore =
    traceId !== undefined && (at === -1 ? (pages?.length ?? 0) < SEARCHED_PAGES : at + 1 >= rows.length - 1);
  useEffect(() => {
    if (wantsMore && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [wantsMore, hasNextPage, isFetching, isError, fetchNextPage]);

  const hasKeys = at !== -1;
  useEffect(() => {
    onKeys(hasKeys);
    return () => onKeys(false);
  }, [onKeys, hasKeys]);

  const stepTo = (row: CallRow | undefined) => row && (() => onGo(row.id));
  const next = hasKeys ? rows[at + 1] : undefined;
  const steps = { previous: stepTo(rows[at - 1]), next: stepTo(next) };
  useTraceAhead(projectId, next?.id, isComplete);
  const goBack = () => {
    const address = withSearch(callsPath(projectId), new URLSearchParams(list));
    goTo(withSearch(address, { peek: rows[at]?.id }));
  };
  const stepKeys = [
    { keys: "j", description: "Next trace of the list", run: () => steps.next?.() },
    { keys: "k", description: "Previous trace of the list", run: () => steps.previous?.() },
  ];
  const backKey = { keys: "u", description: "Back to the list", run: goBack };
  useShortcuts("Traces", hasKeys ? [...stepKeys, backKey] : [backKey], true);
  return (
    <div data-steps className="flex items-center">
      <span className="max-sm:hidden">
        <IconButton icon={ArrowLeft} label="Back to the list" shortcut="u" size="small" onClick={goBack} />
      </span>
      {hasKeys && <TraceStepButtons steps={steps} />}
    </div>
  );
}

/** The index of a call, or of the first one of its trace; -1 if there is none. */
function placeIn(rows: readonly CallRow[], callId: string, traceId: string | undefined): number {
  const own = rows.findIndex(({ id }) => id === callId);
  return own === -1 ? rows.findIndex((row) => row.trace_id === traceId) : own;
}
