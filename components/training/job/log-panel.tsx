"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowDownToLine, Download } from "lucide-react";
import { useMemo, useState } from "react";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { saveFile } from "@/components/ui/save-file";
import { SearchInput } from "@/components/ui/search-input";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast-store";
import { counted, formatCount } from "@/lib/format/number";
import { downloadLog, readEarlierLog, trainingLog } from "@/lib/queries/training-log";
import type { LogLine } from "@/lib/training/log-lines";

import { LogLines } from "./log-lines";

interface LogPanelProps {
  /** The job's. */
  id: string;
  isOver: boolean;
}

const searchId = "search-log";
const noLines: readonly LogLine[] = [];

/** The end of a job's log, updated as it grows; earlier lines are read on request. */
export function LogPanel({ id, isOver }: LogPanelProps) {
  const [searchText, setSearchText] = useState("");
  const [follows, setFollows] = useState(true);
  const { data: log, error } = useQuery(trainingLog({ id, isOver }));
  const earlier = useMutation(readEarlierLog({ id, isOver }));
  const download = useMutation({
    ...downloadLog(id),
    onSuccess: (text) => saveFile(`training-job-${id}.log`, text),
    onError: ({ message }) => toast({ title: "Could not download the log", description: message, tone: "error" }),
  });
  const all = log?.lines ?? noLines;
  const lines = useMemo(() => {
    const words = searchText.toLowerCase();
    return words === "" ? all : all.filter(({ text }) => text.toLowerCase().includes(words));
  }, [all, searchText]);
  useShortcuts("Log", [
    { keys: "/", description: "Search the log", run: () => document.getElementById(searchId)?.focus() },
    { keys: "f", description: "Follow the log", run: () => setFollows(true) },
  ]);
  const firstId = log?.firstId;
  const readEarlier = () => {
    if (firstId === undefined || earlier.isPending) return;
    setFollows(false);
    earlier.mutate(firstId);
  };
  return (
    <section aria-label="Log" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <SearchInput
          id={searchId}
          label="Search the log"
          value={searchText}
          onValueChange={setSearchText}
          className="w-64"
        />
        <p role="status" className="text-meta text-muted tabular-nums">
          {log && wordsOf(lines.length, all.length, searchText, log.hasEarlier)}
        </p>
        <div className="ml-auto flex items-center gap-2">
          {log?.hasEarlier && (
            <Button size="small" busy={earlier.isPending} onClick={readEarlier}>
              Load earlier lines
            </Button>
          )}
          {!isOver && (
            <Button
              size="small"
              icon={ArrowDownToLine}
              aria-pressed={follows}
              onClick={() => setFollows(!follows)}
              variant={follows ? "primary" : "secondary"}
            >
              Follow
            </Button>
          )}
          <Button size="small" icon={Download} busy={download.isPending} onClick={() => download.mutate()}>
            Download
          </Button>
        </div>
      </div>
      {(error ?? earlier.error) && (
        <InlineBanner tone="warning" className="mx-4 mb-2">
          Could not load the log: {(error ?? earlier.error)?.message}
        </InlineBanner>
      )}
      {!log && !error && <Skeleton className="mx-4 my-2 w-1/2" />}
      {log && lines.length === 0 && (
        <p className="px-4 py-6 text-muted">
          {searchText !== "" ? "No loaded line matches." : isOver ? "No log lines." : "No log lines yet."}
        </p>
      )}
      {lines.length > 0 && (
        <LogLines lines={lines} searchText={searchText} follows={follows} onLeaveEnd={() => setFollows(false)} />
      )}
    </section>
  );
}

function wordsOf(found: number, read: number, searchText: string, hasEarlier: boolean): string {
  const lines = counted(read, "line");
  if (searchText !== "") return `${formatCount(found)} of ${hasEarlier ? "the last " : ""}${lines}`;
  return hasEarlier ? `the last ${lines}` : lines;
}
