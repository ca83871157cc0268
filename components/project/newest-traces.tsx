"use client";

import type { CallRow } from "@/lib/contract/calls";
import Link from "next/link";

import { LightMarkdown } from "@/components/ui/light-markdown";
import { Quantity } from "@/components/ui/quantity";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import { callPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import { durationParts } from "@/lib/format/duration";

interface NewestTracesProps {
  projectId: string;
  label: string;
  traces: readonly CallRow[];
}

/** Some traces, one line each. */
export function NewestTraces({ projectId, label, traces }: NewestTracesProps) {
  return (
    <ul aria-label={label} className="border-t border-line">
      {traces.map((trace) => (
        <li key={trace.id} className="border-b border-line">
          <Link
            href={callPath(projectId, trace.id)}
            prefetch={false}
            className="flex h-9 items-center gap-3 px-2 hover:bg-hover focus-visible:-outline-offset-2"
          >
            {trace.overview && <StatusIcon status={trace.overview.status} isStale={trace.overview.stale} />}
            <span className="max-w-1/2 shrink-0 truncate font-medium">{callName(trace)}</span>
            <bdi className="min-w-0 flex-1 truncate text-left text-meta text-muted">
              <LightMarkdown line={trace.overview?.input_preview ?? ""} />
            </bdi>
            <span className="shrink-0 text-meta max-sm:hidden">
              <Quantity parts={durationParts(trace.overview?.latency_ms)} />
            </span>
            <Timestamp at={trace.started_at} className="shrink-0 text-meta text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
