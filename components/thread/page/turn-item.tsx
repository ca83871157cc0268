"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";

import { Exceptions } from "@/components/ui/exceptions";
import { LightMarkdown } from "@/components/ui/light-markdown";
import { Quantity } from "@/components/ui/quantity";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import type { Call, CallOverview } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";
import { callPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { countedParts, formatCount } from "@/lib/format/number";
import { callDetail } from "@/lib/queries/trace";
import { readExceptions } from "@/lib/trace/exceptions";
import { latencyMs } from "@/lib/trace/timeline";
import { totalTokens } from "@/lib/trace/usage";

import { FeedbackMarks } from "./feedback-marks";
import type { ThreadTurn } from "./use-thread";

const noAttributes = new JsonText("{}");

interface TurnItemProps {
  projectId: string;
  turn: ThreadTurn;
  /** From 1. */
  number: number;
  now: number;
  messagesOf: (call: Call, overview: CallOverview | undefined) => ReactNode;
}

/** One turn: its totals and its messages. Its payloads are read when it scrolls into view. */
export function TurnItem({ projectId, turn, number, now, messagesOf }: TurnItemProps) {
  const { id, row, usage, cost, feedback } = turn;
  const detail = useQuery(callDetail(projectId, id));
  const tokens = usage && totalTokens(usage);
  return (
    <div className="@container mx-auto w-full max-w-220 px-4 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-meta">
        <span className="text-muted tabular-nums">{formatCount(number)}</span>
        {row.overview && <StatusIcon status={row.overview.status} isStale={row.overview.stale} />}
        <Link href={callPath(projectId, id)} className="min-w-0 truncate font-medium hover:underline">
          {callName(row)}
        </Link>
        <Timestamp at={row.started_at} className="text-muted" />
        <Quantity parts={durationParts(latencyMs(row, now))} />
        {tokens !== undefined && (
          <span className="tabular-nums">
            <Quantity parts={countedParts(tokens, "token")} />
          </span>
        )}
        {cost && Object.keys(cost.amounts).length > 0 && (
          <span className="tabular-nums">{formatAmounts(cost.amounts)}</span>
        )}
        {cost && cost.unpriced.size > 0 && <span className="text-warning">no price</span>}
        <dl>
          <FeedbackMarks rows={feedback} />
        </dl>
      </div>
      {detail.data ? (
        messagesOf(detail.data, row.overview)
      ) : detail.error ? (
        <p role="alert" className="py-2 text-error">
          Could not load messages: {detail.error.message}
        </p>
      ) : (
        <Preview turn={turn} />
      )}
      {row.exception !== undefined && (
        <div className="mt-1">
          <Exceptions
            exceptions={readExceptions(detail.data ?? { exception: row.exception, attributes: noAttributes })}
          />
        </div>
      )}
    </div>
  );
}

/** Placeholder for the messages, with about their height. */
function Preview({ turn: { row } }: { turn: ThreadTurn }) {
  return (
    <div aria-busy className="grid gap-2 py-2 text-muted">
      <p className="truncate">
        <LightMarkdown line={row.overview?.input_preview ?? ""} />
      </p>
      <p className="truncate">
        <LightMarkdown line={row.overview?.output_preview ?? ""} />
      </p>
    </div>
  );
}
