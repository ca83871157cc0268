"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { formatBytes } from "@/lib/format/number";

import type { BuiltBody } from "./build-body";
import { useSlice } from "../teach/use-slice";

const SHOWN_BYTES = 4096;

interface BodyPreviewProps {
  built: BuiltBody | undefined;
  isBuilding: boolean;
  onBuild: () => void;
}

/** The request to be sent: its beginning, its size and its digest; built on request. */
export function BodyPreview({ built, isBuilding, onBuild }: BodyPreviewProps) {
  if (built) return <Built built={built} />;
  return (
    <Button size="small" className="justify-self-start" busy={isBuilding} onClick={onBuild}>
      {isBuilding ? "Preparing the request" : "Preview request"}
    </Button>
  );
}

function Built({ built: { body, bytes, sha256 } }: { built: BuiltBody }) {
  const { text, error } = useSlice(body, { start: 0, end: Math.min(bytes, SHOWN_BYTES) });
  return (
    <section aria-label="Request preview" className="grid min-w-0 gap-1 text-meta">
      <p className="text-muted">
        <code>POST /v1/preview/training-jobs</code> · {formatBytes(bytes)}
      </p>
      <p className="flex min-w-0 items-center gap-1 text-muted">
        SHA-256 <code className="min-w-0 truncate">{sha256}</code>
        <CopyButton text={sha256} label="Copy SHA-256" />
      </p>
      <ScrollRegion
        label="Start of the request"
        className="max-h-60 overflow-auto rounded-control border border-line bg-raised p-2"
      >
        <pre className="font-mono wrap-anywhere whitespace-pre-wrap">
          {error ?? text}
          {bytes > SHOWN_BYTES && <span className="text-muted"> … and {formatBytes(bytes - SHOWN_BYTES)} more</span>}
        </pre>
      </ScrollRegion>
    </section>
  );
}
