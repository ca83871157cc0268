"use client";

import { useMutation } from "@tanstack/react-query";
import { Ellipsis, SquarePen } from "lucide-react";
import Link from "next/link";
import { useState, type ReactNode } from "react";

import { buttonClass } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { onDemand } from "@/components/ui/on-demand";
import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast-store";
import { useGoTo } from "@/components/ui/use-go-to";
import { comparePath, playgroundPath } from "@/lib/format/address";
import { counted, formatBytes } from "@/lib/format/number";

import { saveFile } from "./save-file";

const callMenu = onDemand(() => import("./call-menu"));
const fetchDialog = onDemand(() => import("./fetch-dialog"));

interface CallActionsProps {
  projectId: string;
  callId: string;
  traceId: string | undefined;
  serviceUrl: string;
  onAddToDataset: (() => void) | undefined;
  /** The buttons that go to other traces of a list. */
  steps: ReactNode;
}

export function CallActions({ projectId, callId, traceId, serviceUrl, onAddToDataset, steps }: CallActionsProps) {
  const goTo = useGoTo();
  const [showsCode, setShowsCode] = useState(false);
  const menu = callMenu.useModule();
  const code = fetchDialog.useNeeded(showsCode, () => setShowsCode(false));
  const download = useMutation({
    mutationFn: async (id: string) => (await import("@/lib/queries/trace-download")).downloadTrace(projectId, id),
    onSuccess: ({ file, calls }, id) => {
      saveFile(file, `trace-${id.replace(/[^\w.-]+/g, "_").slice(0, 80)}.jsonl`);
      toast({
        title: `${counted(calls, "call")} downloaded`,
        description: formatBytes(file.size),
      });
    },
    onError: ({ message }) => toast({ title: "Could not download the trace", description: message, tone: "error" }),
  });
  const startDownload = (id: string) => {
    if (download.isPending) return;
    toast({ title: "Loading trace", durationMs: 2_000 });
    download.mutate(id);
  };
  const compare = () => goTo(comparePath(projectId, callId));
  useShortcuts("Actions", [
    { keys: "c", description: "Compare with another call", run: compare },
    { keys: "g", description: "Use in code", run: () => setShowsCode(true) },
  ]);
  return (
    <div className="ml-auto flex items-center gap-1 max-sm:absolute max-sm:top-2 max-sm:right-3">
      {steps}
      <Link
        href={playgroundPath(projectId, callId)}
        prefetch={false}
        className={`${buttonClass("secondary")} max-sm:hidden`}
      >
        <SquarePen aria-hidden className="size-3.5 shrink-0" />
        Open in playground
      </Link>
      <DropdownMenu content={callMenu} trigger={<IconButton icon={Ellipsis} label="More actions" />}>
        {menu && (
          <menu.CallMenu
            projectId={projectId}
            callId={callId}
            onCompare={compare}
            onAddToDataset={onAddToDataset}
            onCode={() => setShowsCode(true)}
            onDownload={traceId === undefined ? undefined : () => startDownload(traceId)}
          />
        )}
      </DropdownMenu>
      {code && (
        <code.FetchDialog
          open={showsCode}
          onOpenChange={setShowsCode}
          target={{ baseUrl: serviceUrl, projectId, callId, traceId }}
        />
      )}
    </div>
  );
}
