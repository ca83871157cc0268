"use client";

import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useId } from "react";

import { cn } from "@/components/ui/cn";
import { Quantity } from "@/components/ui/quantity";
import { Timestamp } from "@/components/ui/timestamp";
import { usePreference } from "@/components/ui/use-preference";
import type { Call, CallRow, TokenUsage } from "@/lib/contract/calls";
import { durationParts } from "@/lib/format/duration";
import { latencyMs } from "@/lib/trace/timeline";

import { Detail } from "./detail";
import { usageWords } from "./usage-words";

const MoreDetails = dynamic(async () => (await import("./more-details")).MoreDetails, { ssr: false });

type AllDetails = "shown" | "hidden";
const parseAll = (stored: string) => (stored === "shown" || stored === "hidden" ? stored : undefined);

interface CallDetailsProps {
  call: Call;
  row: CallRow | undefined;
  usage: TokenUsage | undefined;
  now: number;
}

/**
 * Every field of a call that is not a payload: what it is and when it ran, and on demand its ids and the rest. Absent
 * fields are left out.
 */
export function CallDetails({ call, row, usage, now }: CallDetailsProps) {
  const [all, setAll] = usePreference<AllDetails>("call-details", "hidden", parseAll);
  const listId = useId();
  const overview = row?.overview ?? call.overview;
  const ownUsage = overview?.usage && usageWords(overview.usage);
  const isOpen = all === "shown";
  return (
    <section aria-labelledby="call-details">
      <h2 id="call-details" className="pt-4 pb-1 text-section font-semibold">
        Details
      </h2>
      <dl className="grid gap-y-0.5 text-meta">
        <Detail term="ID" copied={call.id} />
        <Detail term="Op" copied={call.op_name} />
        {call.display_name !== undefined && <Detail term="Display name" copied={call.display_name} />}
        <Detail term="Started" noun="start time" copied={call.started_at}>
          <Timestamp at={call.started_at} style="full" />
        </Detail>
        <Detail term="Ended" noun="end time" copied={call.ended_at}>
          {call.ended_at ? <Timestamp at={call.ended_at} style="full" /> : "not yet"}
        </Detail>
        <Detail term="Latency">
          <Quantity parts={durationParts(latencyMs(row ?? call, now))} />
        </Detail>
        {usage && <Detail term="Tokens">{usageWords(usage)}</Detail>}
        {ownUsage && ownUsage !== (usage && usageWords(usage)) && <Detail term="Tokens (this call)">{ownUsage}</Detail>}
      </dl>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setAll(isOpen ? "hidden" : "shown")}
        className="mt-1 flex items-center gap-1 text-meta leading-6 text-muted hover:text-ink"
      >
        <ChevronRight aria-hidden className={cn("size-3 transition-transform", isOpen && "rotate-90")} />
        IDs and more
      </button>
      {isOpen && (
        <div id={listId}>
          <MoreDetails call={call} overview={overview} />
        </div>
      )}
    </section>
  );
}
