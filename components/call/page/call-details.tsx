"use client";

import Link from "next/link";
import type { ReactNode } from "react";

import { CopyButton } from "@/components/ui/copy-button";
import { Quantity } from "@/components/ui/quantity";
import { Timestamp } from "@/components/ui/timestamp";
import type { Call, CallRow, TokenUsage } from "@/lib/contract/calls";
import { callRef } from "@/lib/contract/refs";
import { callPath, threadPath } from "@/lib/format/address";
import { durationParts } from "@/lib/format/duration";
import { inSentence } from "@/lib/format/in-sentence";
import { byteParts, counted } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import { latencyMs } from "@/lib/trace/timeline";

import { usageWords } from "./usage-words";

interface CallDetailsProps {
  call: Call;
  row: CallRow | undefined;
  usage: TokenUsage | undefined;
  now: number;
}

/** Every field of a call that is not a payload; absent fields are left out. */
export function CallDetails({ call, row, usage, now }: CallDetailsProps) {
  const overview = row?.overview ?? call.overview;
  const parent = call.parent_id;
  const ownUsage = overview?.usage && usageWords(overview.usage);
  return (
    <section aria-labelledby="call-details">
      <h2 id="call-details" className="pt-4 pb-1 text-section font-semibold">
        Details
      </h2>
      <dl className="grid gap-y-0.5 text-meta">
        <Detail term="ID" copied={call.id} />
        <Detail term="Ref" copied={callRef(call.project_id, call.id)} />
        <Detail term="Op" copied={call.op_name} />
        {call.display_name !== undefined && <Detail term="Display name" copied={call.display_name} />}
        {overview?.kind && <Detail term="Kind">{overview.kind}</Detail>}
        {overview?.model && <Detail term="Model" copied={overview.model} />}
        <Detail term="Started" noun="start time" copied={call.started_at}>
          <Timestamp at={call.started_at} style="full" />
        </Detail>
        <Detail term="Ended" noun="end time" copied={call.ended_at}>
          {call.ended_at ? <Timestamp at={call.ended_at} style="full" /> : "not yet"}
        </Detail>
        {overview?.received_at !== undefined && (
          <Detail term="Received" noun="time received" copied={overview.received_at}>
            <Timestamp at={overview.received_at} style="full" />
          </Detail>
        )}
        <Detail term="Latency">
          <Quantity parts={durationParts(latencyMs(row ?? call, now))} />
        </Detail>
        {usage && <Detail term="Tokens">{usageWords(usage)}</Detail>}
        {ownUsage && ownUsage !== (usage && usageWords(usage)) && <Detail term="Tokens (this call)">{ownUsage}</Detail>}
        <Detail term="Project" copied={call.project_id} />
        <Detail term="Trace" copied={call.trace_id} />
        {parent !== undefined && (
          <Detail term="Parent" copied={parent}>
            <Link href={callPath(call.project_id, parent)} prefetch={false} className="text-accent-ink underline">
              {parent}
            </Link>
          </Detail>
        )}
        {call.thread_id !== undefined && (
          <Detail term="Thread" copied={call.thread_id}>
            <Link
              href={threadPath(call.project_id, call.thread_id)}
              prefetch={false}
              className="text-accent-ink underline"
            >
              {call.thread_id}
            </Link>
          </Detail>
        )}
        {call.turn_id !== undefined && <Detail term="Turn" copied={call.turn_id} />}
        {overview?.user_id !== undefined && <Detail term="User" copied={overview.user_id} />}
        {call.ext_user_id !== undefined && <Detail term="Recorded by" noun="key owner" copied={call.ext_user_id} />}
        {call.ext_run_id !== undefined && <Detail term="W&B run" copied={call.ext_run_id} />}
        {call.ext_run_step !== undefined && <Detail term="W&B step at start">{call.ext_run_step}</Detail>}
        {call.ext_run_step_end !== undefined && <Detail term="W&B step at end">{call.ext_run_step_end}</Detail>}
        {overview?.dropped !== undefined && overview.dropped > 0 && (
          <Detail term="Dropped by client">{counted(overview.dropped, "attribute")}</Detail>
        )}
        {call.storage_size_bytes !== undefined && (
          <Detail term="Size">
            <Quantity parts={byteParts(call.storage_size_bytes)} />
          </Detail>
        )}
        {call.total_storage_size_bytes !== undefined && (
          <Detail term="Trace size">
            <Quantity parts={byteParts(call.total_storage_size_bytes)} />
          </Detail>
        )}
        {call.deleted_at && (
          <Detail term="Deleted" noun="deletion time" copied={call.deleted_at}>
            <Timestamp at={call.deleted_at} style="full" />
          </Detail>
        )}
      </dl>
    </section>
  );
}

/** A name may have thousands of characters; the copy button copies all of them. */
const SHOWN_CHARS = 240;

interface DetailProps {
  term: string;
  /** What is copied, where the term does not name it. */
  noun?: string;
  /** The text that the copy button copies; also shown if there are no children. */
  copied?: string;
  children?: ReactNode;
}

function Detail({ term, noun = inSentence(term), copied, children }: DetailProps) {
  return (
    <div className="group grid grid-cols-[120px_minmax(0,1fr)] items-start gap-2 leading-6">
      <dt className="text-muted">{term}</dt>
      <dd className="flex min-w-0 items-start gap-1">
        <span title={copied} className="min-w-0 wrap-anywhere">
          {children ?? (copied === undefined ? undefined : shortenMiddle(copied, SHOWN_CHARS))}
        </span>
        {copied !== undefined && (
          <CopyButton
            text={copied}
            label={`Copy ${noun}`}
            className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
          />
        )}
      </dd>
    </div>
  );
}
