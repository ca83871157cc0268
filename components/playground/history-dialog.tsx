"use client";

import Link from "next/link";

import { Badge } from "@/components/ui/badge";
import { Dialog } from "@/components/ui/dialog";
import { Timestamp } from "@/components/ui/timestamp";
import { callPath } from "@/lib/format/address";

import { usePastRuns } from "./history";

interface HistoryDialogProps {
  projectId: string;
  onOpenCall: (id: string) => void;
  onClose: () => void;
}

/** The last runs of this browser; each is a trace, and can be opened here again. */
export function HistoryDialog({ projectId, onOpenCall, onClose }: HistoryDialogProps) {
  const runs = usePastRuns(projectId);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Runs of this browser"
      description="Each answer is also a trace of this project."
      className="w-[min(720px,calc(100vw-32px))]"
    >
      {runs.length === 0 && <p className="text-muted">Nothing has been run here yet.</p>}
      <ul className="grid">
        {runs.map((run) => (
          <li key={`${run.at} ${run.callId}`} className="grid gap-0.5 border-b border-line py-2 last:border-b-0">
            <div className="flex flex-wrap items-center gap-x-3 text-meta">
              <span className="font-medium">{run.model}</span>
              <span className="text-muted">
                <Timestamp at={new Date(run.at).toISOString()} />
              </span>
              {run.state !== "done" && <Badge tone={run.state === "failed" ? "error" : "neutral"}>{run.state}</Badge>}
              {run.callId && (
                <span className="ml-auto flex gap-3">
                  <button
                    type="button"
                    onClick={() => onOpenCall(run.callId ?? "")}
                    className="text-accent-ink hover:underline"
                  >
                    Open here
                  </button>
                  <Link href={callPath(projectId, run.callId)} className="text-accent-ink hover:underline">
                    Trace
                  </Link>
                </span>
              )}
            </div>
            <p className="truncate">{run.asked}</p>
            <p className="truncate text-muted">{run.answered}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
