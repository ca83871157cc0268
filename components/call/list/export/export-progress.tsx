"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { saveFile } from "@/components/ui/save-file";
import { writeJson } from "@/lib/json/text";
import { counted, formatBytes, formatCount } from "@/lib/format/number";
import type { ExportedFile } from "@/lib/queries/calls-export";

import type { ExportState } from "./use-export";

interface ExportProgressProps {
  state: Exclude<ExportState, { stage: "asking" }>;
  onCancel: () => void;
  onRetry: () => void;
  onClose: () => void;
}

/** The progress of an export, and its result. */
export function ExportProgress({ state, onCancel, onRetry, onClose }: ExportProgressProps) {
  if (state.stage === "failed") return <ErrorState title={state.error.message} error={state.error} onRetry={onRetry} />;
  if (state.stage === "running") {
    const { count, expected } = state;
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <progress aria-label="Export" value={expected ? count : undefined} max={expected} className="h-1.5 w-full" />
        <div className="flex items-center gap-2 text-muted">
          <span role="status" className="tabular-nums">
            {expected === undefined ? counted(count, "call") : `${formatCount(count)} of ${counted(expected, "call")}`}
          </span>
          <Button className="ml-auto" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    );
  }
  return <ExportResult name={state.name} exported={state.exported} onClose={onClose} />;
}

function ExportResult({
  name,
  exported: { file, manifest },
  onClose,
}: {
  name: string;
  exported: ExportedFile;
  onClose: () => void;
}) {
  const { count, complete, left_out: leftOut, reason, bytes, sha256 } = manifest;
  const saveManifest = () =>
    saveFile(`${name}.manifest.json`, new Blob([`${writeJson(manifest)}\n`], { type: "application/json" }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <InlineBanner tone={complete ? "info" : "error"}>
        {complete
          ? `Complete: ${counted(count, "call")}, ${formatBytes(bytes)}.`
          : `Incomplete: ${counted(count, "call")}, ${formatBytes(bytes)}. ${counted(leftOut, "call was", "calls were")} not exported (${reason ?? "the list ended early"}). Export again.`}
      </InlineBanner>
      <dl className="grid gap-1 text-meta">
        <div className="flex items-center gap-2">
          <dt className="w-16 shrink-0 text-muted">File</dt>
          <dd className="min-w-0 truncate">{name}</dd>
        </div>
        <div className="flex items-center gap-2">
          <dt className="w-16 shrink-0 text-muted">SHA-256</dt>
          <dd className="min-w-0 truncate font-mono">{sha256}</dd>
          <CopyButton text={sha256} label="Copy SHA-256" />
        </div>
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={saveManifest}>Save details as JSON</Button>
        <Button onClick={() => saveFile(name, file)}>Save again</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
