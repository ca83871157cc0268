"use client";

import { Download, X } from "lucide-react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { saveFile } from "@/components/ui/save-file";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { counted, formatBytes, formatCount, formatPercent } from "@/lib/format/number";

import type { FoundInFile, ReadingProgress } from "./read-file";
import type { GroupsFile, GroupsFiles } from "./use-files";

const SHOWN_PROBLEMS = 1_000;

interface FileListProps {
  files: Pick<GroupsFiles, "files" | "progress">;
  /** Absent if files cannot be removed. */
  onRemove?: (id: number) => void;
}

/** The files with groups: how far each has been read, its content, and every invalid line. */
export function FileList({ files: { files, progress }, onRemove }: FileListProps) {
  return (
    <ul aria-label="Files" className="grid gap-2">
      {files.map((one) => (
        <li key={one.id} className="grid min-w-0 gap-2">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="max-w-full min-w-0 truncate font-medium">{one.file.name}</bdi>
            <span className="text-meta whitespace-nowrap text-muted tabular-nums">{formatBytes(one.file.size)}</span>
            <FileState {...one} progress={progress.get(one.id)} />
            {onRemove && (
              <IconButton
                icon={X}
                size="small"
                label={progress.has(one.id) ? `Cancel reading ${one.file.name}` : `Remove ${one.file.name}`}
                onClick={() => onRemove(one.id)}
              />
            )}
          </div>
          {one.error && <InlineBanner tone="error">Could not read the file: {one.error}</InlineBanner>}
          {one.found && one.found.problemCount > 0 && <Problems name={one.file.name} found={one.found} />}
        </li>
      ))}
    </ul>
  );
}

function FileState({ file, progress, found }: GroupsFile & { progress: ReadingProgress | undefined }) {
  if (progress)
    return (
      <span role="status" className="inline-flex items-center gap-2 text-meta text-muted tabular-nums">
        <progress value={progress.share} aria-label={`Reading ${file.name}`} className="h-1.5 w-24" />
        Reading {formatPercent(Math.floor(progress.share * 100) / 100)} · {countWords(progress.trajectories)}
        {progress.problems > 0 && ` · ${counted(progress.problems, "error")}`}
      </span>
    );
  if (!found) return undefined;
  const inGroups = found.groups.reduce((sum, { trajectories }) => sum + trajectories.length, 0);
  const groups = found.groups.length;
  return (
    <span role="status" className="text-meta text-muted tabular-nums">
      {countWords(inGroups + found.loose.length)}
      {groups > 0 && ` · ${counted(groups, "group")}`}
    </span>
  );
}

function Problems({ name, found: { problems, problemCount } }: { name: string; found: FoundInFile }) {
  const more = problemCount - Math.min(problems.length, SHOWN_PROBLEMS);
  return (
    <InlineBanner
      tone="warning"
      action={
        <Button size="small" icon={Download} onClick={() => saveFile(`${name} problems.txt`, listOf(problems))}>
          Download list
        </Button>
      }
    >
      <p className="font-medium">{counted(problemCount, "entry has", "entries have")} errors and will be left out</p>
      <ScrollRegion label={`Errors in ${name}`} className="max-h-40 overflow-auto text-meta">
        <ul>
          {problems.slice(0, SHOWN_PROBLEMS).map(({ place, message }, index) => (
            <li key={`${place} ${index}`} className="[contain-intrinsic-size:auto_16px] [content-visibility:auto]">
              <span className="font-medium">{place}</span>: {message}
            </li>
          ))}
          {more > 0 && <li>and {formatCount(more)} more</li>}
        </ul>
      </ScrollRegion>
    </InlineBanner>
  );
}

function listOf(problems: FoundInFile["problems"]): Blob {
  return new Blob(
    problems.map(({ place, message }) => `${place}: ${message}\n`),
    { type: "text/plain" },
  );
}

function countWords(trajectories: number): string {
  return counted(trajectories, "trajectory", "trajectories");
}
