"use client";

import Link from "next/link";

import { Badge } from "@/components/ui/badge";
import { Dialog } from "@/components/ui/dialog";
import { Timestamp } from "@/components/ui/timestamp";
import { callPath } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import type { EarlierSession, PlaygroundSession } from "@/lib/playground/session";

import { useEarlier } from "./earlier";
import { type PastRun, usePastRuns } from "./history";

interface HistoryDialogProps {
  projectId: string;
  onReopen: (session: PlaygroundSession) => void;
  onOpenCall: (id: string) => void;
  onClose: () => void;
}

/** The history in this browser: replaced playgrounds, and the last runs, each of which is a trace. */
export function HistoryDialog({ projectId, onReopen, onOpenCall, onClose }: HistoryDialogProps) {
  const earlier = useEarlier(projectId);
  const runs = usePastRuns(projectId);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="History in this browser"
      description="Earlier playgrounds and runs. Each run is also a trace in this project."
      className="w-[min(720px,calc(100vw-32px))]"
    >
      <div className="grid gap-4">
        <section aria-label="Earlier playgrounds" className="grid gap-1">
          <h3 className="text-meta font-medium">Earlier playgrounds</h3>
          {earlier.length === 0 && <p className="text-muted">No earlier playgrounds.</p>}
          <ul className="grid max-h-60 overflow-auto">
            {earlier.map((session) => (
              <li key={session.id}>
                <Earlier session={session} onReopen={onReopen} />
              </li>
            ))}
          </ul>
        </section>
        <section aria-label="Runs" className="grid gap-1">
          <h3 className="text-meta font-medium">Runs</h3>
          {runs.length === 0 && <p className="text-muted">No runs yet.</p>}
          <ul className="grid">
            {runs.map((run) => (
              <li key={`${run.at} ${run.callId}`} className="grid gap-0.5 border-b border-line py-2 last:border-b-0">
                <Run projectId={projectId} run={run} onOpenCall={onOpenCall} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}

interface EarlierProps {
  session: EarlierSession;
  onReopen: (session: PlaygroundSession) => void;
}

function Earlier({ session: { id, at, document }, onReopen }: EarlierProps) {
  const { turns, panes } = document;
  const all = [...panes.flatMap((pane) => pane.turns ?? []), ...turns];
  const asked = all.findLast(({ role, content }) => role === "user" && content !== "") ?? turns[0];
  const models = [...new Set(panes.map(({ model }) => model || "no model"))].join(", ");
  return (
    <button
      type="button"
      onClick={() => onReopen({ id, document })}
      className="grid w-full gap-0.5 rounded-control px-2 py-1 text-left hover:bg-hover"
    >
      <span className="truncate">{asked?.content || "No message"}</span>
      <span className="flex flex-wrap gap-x-3 text-meta text-muted">
        <span className="wrap-anywhere">{models}</span>
        <span>{counted(all.length, "message")}</span>
        <Timestamp at={new Date(at).toISOString()} />
      </span>
    </button>
  );
}

function Run({ projectId, run, onOpenCall }: { projectId: string; run: PastRun; onOpenCall: (id: string) => void }) {
  const { callId } = run;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 text-meta">
        <span>
          <span className="font-medium">{run.model}</span>
          {run.server !== undefined && <span className="text-muted"> on {run.server}</span>}
        </span>
        <span className="text-muted">
          <Timestamp at={new Date(run.at).toISOString()} />
        </span>
        {run.isForked && <Badge tone="neutral">forked</Badge>}
        {run.state !== "done" && <Badge tone={run.state === "failed" ? "error" : "neutral"}>{run.state}</Badge>}
        {callId && (
          <span className="ml-auto flex gap-3">
            <button type="button" onClick={() => onOpenCall(callId)} className="text-accent-ink hover:underline">
              Open here
            </button>
            <Link href={callPath(projectId, callId)} className="text-accent-ink hover:underline">
              Trace
            </Link>
          </span>
        )}
      </div>
      <p className="truncate">{run.asked}</p>
      <p className="truncate text-muted">{run.answered}</p>
    </>
  );
}
