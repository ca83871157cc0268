"use client";

import { Hourglass } from "lucide-react";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { useIdElsewhere } from "@/components/pickers/use-id-elsewhere";
import { toJsonText } from "@/lib/json/text";
import { formatFilter } from "@/lib/filter/format-filter";
import { callPath, callsPath, withSearch } from "@/lib/format/address";

/** Shown for a call that the service does not have, or not yet; if the ID is that of something else, leads there. */
export function CallMissing({ projectId, callId }: { projectId: string; callId: string }) {
  useIdElsewhere({ projectId, id: callId, href: callPath(projectId, callId) });
  return (
    <>
      <h1 className="sr-only">Call {callId}</h1>
      <EmptyState
        isPage
        icon={Hourglass}
        title="Call not found"
        description="If the program has not sent it yet, it will appear here once it arrives. Otherwise, check the ID and project in the URL; the call may have been deleted. The ID of a request, which errors name, has no page: the log of the service has it, and the calls that the gateway recorded."
      >
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-body">
          <dt className="text-muted">Call</dt>
          <dd className="flex min-w-0 items-start gap-1">
            <code className="text-meta leading-5 wrap-anywhere">{callId}</code>
            <CopyButton text={callId} label="Copy call ID" className="-mt-0.5" />
          </dd>
          <dt className="text-muted">Project</dt>
          <dd className="wrap-anywhere">{projectId}</dd>
        </dl>
        <div className="flex flex-wrap justify-center gap-2">
          <Link href={requestPath(projectId, callId)} className={buttonClass("secondary")}>
            Search as request ID
          </Link>
          <Link href={callsPath(projectId)} className={buttonClass("secondary")}>
            View all traces
          </Link>
        </div>
      </EmptyState>
    </>
  );
}

/** The calls that the gateway recorded for a request. */
function requestPath(projectId: string, id: string): string {
  const field = "attributes.request_id";
  const q = formatFilter({ kind: "field", field, comparison: "is", values: [toJsonText(id)] });
  return withSearch(callsPath(projectId), { q, roots: "false" });
}
