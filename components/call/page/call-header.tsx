"use client";

import { Link2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { ModelDot } from "@/components/ui/model-colors";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import type { CallRow, TokenUsage } from "@/lib/contract/calls";
import type { CallStatus } from "@/lib/contract/call-kinds";
import { callRef } from "@/lib/contract/refs";
import { threadPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { counted, countedParts } from "@/lib/format/number";
import { exactCost } from "@/lib/format/stated-cost";
import { shortenMiddle } from "@/lib/format/shorten";
import type { RolledCost } from "@/lib/trace/cost";
import { latencyMs } from "@/lib/trace/timeline";
import { totalTokens } from "@/lib/trace/usage";

import { Fact } from "./fact";
import { usageWords } from "./usage-words";
import { useTallest } from "./use-tallest";

interface CallHeaderProps {
  projectId: string;
  callId: string;
  row: CallRow | undefined;
  status: CallStatus | undefined;
  /** Its own tokens and those of all calls below it. */
  usage: TokenUsage | undefined;
  /** The same for costs. */
  cost: RolledCost | undefined;
  /** Whether costs are still loading: their place is reserved if there are tokens. */
  isCosting: boolean;
  onOpenCost: () => void;
  /** Buttons at the end of the line. */
  actions: ReactNode;
  /** Its training jobs, shown as further facts. */
  uses?: ReactNode;
  user: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/** As wide as most amounts, so that nothing moves when one arrives. */
const costClass = "min-w-16 tabular-nums *:[dd]:flex-1";

/** The summary of a call in one line: its name, then its facts in gray. */
export function CallHeader({
  projectId,
  callId,
  row,
  status,
  usage,
  cost,
  isCosting,
  onOpenCost,
  actions,
  uses,
  user,
  now,
}: CallHeaderProps) {
  const tokens = usage && totalTokens(usage);
  const [header, tallestPx] = useTallest();
  const { model, dropped, clock_ahead_ms: aheadMs } = row?.overview ?? {};
  return (
    <header
      ref={header}
      style={{ minHeight: tallestPx }}
      className="relative flex flex-wrap content-start items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 max-sm:has-data-steps:[&>h1]:pr-24"
    >
      <h1
        title={row?.op_name}
        className="max-w-full min-w-0 truncate text-title font-semibold max-sm:pr-9 sm:max-w-[50%]"
      >
        {row ? <bdi>{callName(row)}</bdi> : <LoadingName />}
      </h1>
      <dl className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-body">
        {(status || row) && (
          <Fact term="Status" className="min-w-18 *:[dd]:flex-1">
            {status ? (
              <StatusIcon status={status} isStale={row?.overview?.stale} word />
            ) : (
              <Skeleton className="w-full" />
            )}
          </Fact>
        )}
        {row && (
          <Fact term="Latency" title="Latency">
            <Quantity parts={durationParts(latencyMs(row, now))} />
          </Fact>
        )}
        {usage && tokens !== undefined && (
          <Fact term="Tokens" title={usageWords(usage)}>
            <Quantity parts={countedParts(tokens, "token")} />
          </Fact>
        )}
        {!cost && isCosting && tokens !== undefined && (
          <Fact term="Cost" className={costClass}>
            <Skeleton className="w-full" />
          </Fact>
        )}
        {cost && (
          <Fact term="Cost" title={costWords(cost)} className={costClass}>
            <button type="button" onClick={onOpenCost} className="hover:underline">
              {Object.keys(cost.amounts).length > 0 ? formatAmounts(cost.amounts) : "no price"}
            </button>
            {cost.stated && <span className="text-muted"> stated</span>}
            {cost.unpriced.size > 0 && Object.keys(cost.amounts).length > 0 && (
              <span className="text-warning"> (partial)</span>
            )}
          </Fact>
        )}
        {row?.started_at && (
          <Fact term="Started">
            <Timestamp at={row.started_at} />
          </Fact>
        )}
        {model && (
          <Fact term="Model" title={`Model ${model}`}>
            <span className="inline-flex max-w-60 items-center gap-1.5">
              <ModelDot model={model} />
              <span className="truncate">{model}</span>
            </span>
          </Fact>
        )}
        {user && (
          <Fact term="User" isNamed title={user} className="max-w-48">
            {user}
          </Fact>
        )}
        {row?.thread_id && (
          <Fact term="Thread" isNamed title={row.thread_id}>
            <Link href={threadPath(projectId, row.thread_id)} prefetch={false} className="text-accent-ink underline">
              {shortenMiddle(row.thread_id)}
            </Link>
          </Fact>
        )}
        {uses}
        {dropped !== undefined && dropped > 0 && (
          <Fact term="Dropped by client">
            <Badge tone="warning">{counted(dropped, "attribute")}</Badge>
          </Fact>
        )}
        {aheadMs !== undefined && (
          <Fact
            term="Clock"
            title="The start time is later than the time the service received the call. Check the client's clock."
          >
            <Badge tone="warning">
              clock ahead: <Quantity parts={durationParts(aheadMs)} />
            </Badge>
          </Fact>
        )}
        <Fact term="ID" isNamed title={callId}>
          <span className="inline-flex items-center gap-0.5">
            <code className="text-meta">{shortenMiddle(callId)}</code>
            <CopyButton text={callId} label="Copy call ID" />
            <CopyButton text={callRef(projectId, callId)} label="Copy ref" icon={Link2} />
          </span>
        </Fact>
      </dl>
      {actions}
    </header>
  );
}

function costWords({ amounts, unpriced, stated }: RolledCost): string {
  const sum = Object.keys(amounts).length > 0 ? [exactCost(amounts, stated)] : [];
  return ["Cost", ...sum, ...[...unpriced].map((model) => `${model}: no price`)].join(" · ");
}

function LoadingName() {
  return (
    <>
      <span className="sr-only">Call</span>
      <Skeleton className="h-5 w-40" />
    </>
  );
}
