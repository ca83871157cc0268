"use client";

import { useMutation } from "@tanstack/react-query";
import { Code, Download, Ellipsis, GitCompareArrows, Link2, SquarePen } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";

import { buttonClass } from "@/components/ui/button";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast-store";
import { callRef } from "@/lib/contract/refs";
import { comparePath, playgroundPath } from "@/lib/format/address";
import { formatBytes, formatCount } from "@/lib/format/number";
import { traceDownload } from "@/lib/queries/trace";

import { FetchDialog } from "./fetch-dialog";
import { saveFile } from "./save-file";

interface CallActionsProps {
  projectId: string;
  callId: string;
  traceId: string | undefined;
  serviceUrl: string;
}

export function CallActions({ projectId, callId, traceId, serviceUrl }: CallActionsProps) {
  const router = useRouter();
  const [showsCode, setShowsCode] = useState(false);
  const download = useMutation({
    ...traceDownload(projectId),
    onSuccess: ({ file, calls }, id) => {
      saveFile(file, `trace-${id.replace(/[^\w.-]+/g, "_").slice(0, 80)}.jsonl`);
      toast({
        title: `${formatCount(calls)} ${calls === 1 ? "call" : "calls"} downloaded`,
        description: formatBytes(file.size),
      });
    },
    onError: ({ message }) => toast({ title: "Could not download the trace", description: message, tone: "error" }),
  });
  const startDownload = () => {
    if (traceId === undefined || download.isPending) return;
    toast({ title: "Loading trace", durationMs: 2_000 });
    download.mutate(traceId);
  };
  const compare = () => router.push(comparePath(projectId, callId));
  useShortcuts("Actions", [
    { keys: "c", description: "Compare with another trace", run: compare },
    { keys: "g", description: "Use in code", run: () => setShowsCode(true) },
  ]);
  return (
    <div className="ml-auto flex items-center gap-1 max-sm:absolute max-sm:top-2 max-sm:right-3">
      <Link
        href={playgroundPath(projectId, callId)}
        prefetch={false}
        className={`${buttonClass("secondary")} max-sm:hidden`}
      >
        <SquarePen aria-hidden className="size-3.5 shrink-0" />
        Open in playground
      </Link>
      <DropdownMenu trigger={<IconButton icon={Ellipsis} label="More actions" />}>
        <MenuItem icon={SquarePen} onSelect={() => router.push(playgroundPath(projectId, callId))}>
          Open in playground
        </MenuItem>
        <MenuItem icon={GitCompareArrows} shortcut="c" onSelect={compare}>
          Compare with another trace
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Code} shortcut="g" onSelect={() => setShowsCode(true)}>
          Use in code
        </MenuItem>
        <MenuItem icon={Download} disabled={traceId === undefined} onSelect={startDownload}>
          Download trace as JSONL
        </MenuItem>
        <MenuItem icon={Link2} onSelect={() => void copyRef(callRef(projectId, callId))}>
          Copy ref
        </MenuItem>
      </DropdownMenu>
      <FetchDialog
        open={showsCode}
        onOpenChange={setShowsCode}
        target={{ baseUrl: serviceUrl, projectId, callId, traceId }}
      />
    </div>
  );
}

async function copyRef(ref: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(ref);
    toast({ title: "Ref copied", description: ref });
  } catch {
    toast({ title: "The browser blocked copying", description: ref, tone: "error" });
  }
}
