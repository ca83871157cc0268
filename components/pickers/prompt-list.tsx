"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { LabelChips } from "@/components/ui/label-chips";
import { Timestamp } from "@/components/ui/timestamp";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectVersions } from "@/lib/queries/objects";
import { promptsList } from "@/lib/queries/prompts";

import { type ListedObject, useLabelled } from "./use-labelled";

interface PromptListProps {
  projectId: string;
  onChoose: (name: string, digest: string) => void;
}

/** The prompts of the project: choosing one takes its latest version, and all versions can be listed. */
export function PromptList({ projectId, onChoose }: PromptListProps) {
  const [q, setQ] = useState("");
  const list = useInfiniteQuery(promptsList({ projectId, q }));
  const prompts = useLabelled(projectId, list.data?.pages.map(({ rows }) => rows) ?? [], true);
  return (
    <div className="grid gap-2">
      <SearchInput label="Search prompts" value={q} onValueChange={setQ} />
      {list.isPending && <Skeleton className="w-1/2" />}
      {list.isError && <InlineBanner tone="error">Could not load prompts: {list.error.message}</InlineBanner>}
      {list.isSuccess && prompts.length === 0 && (
        <p className="text-muted">{q === "" ? "No prompts in this project yet." : "No matching prompts."}</p>
      )}
      <ul aria-label="Prompts" className="grid max-h-72 overflow-auto">
        {prompts.map((prompt) => (
          <PromptItem key={prompt.object_id} projectId={projectId} prompt={prompt} onChoose={onChoose} />
        ))}
      </ul>
      {list.hasNextPage && <More isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
    </div>
  );
}

function PromptItem({ projectId, prompt, onChoose }: PromptListProps & { prompt: ListedObject }) {
  const [isOpen, setOpen] = useState(false);
  const { object_id: name } = prompt;
  return (
    <li>
      <div className="flex items-center">
        <IconButton
          icon={ChevronRight}
          label={`Versions of ${name}`}
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={cn("transition-transform", isOpen && "rotate-90")}
        />
        <VersionButton version={prompt} labels={prompt.onVersions} isNamed onChoose={onChoose} />
      </div>
      {isOpen && <Versions projectId={projectId} name={name} onChoose={onChoose} />}
    </li>
  );
}

function Versions({ projectId, name, onChoose }: PromptListProps & { name: string }) {
  const list = useInfiniteQuery(objectVersions({ projectId, kind: "object", name }));
  const versions = list.data?.pages.flatMap(({ rows }) => rows).filter((version) => !version.deleted_at) ?? [];
  return (
    <div className="pl-6">
      {list.isPending && <Skeleton className="w-1/3" />}
      {list.isError && <InlineBanner tone="error">Could not load versions: {list.error.message}</InlineBanner>}
      <ul aria-label={`Versions of ${name}`} className="grid">
        {versions.map((version) => (
          <li key={version.digest}>
            <VersionButton version={version} labels={version.labels} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && <More isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
    </div>
  );
}

interface VersionButtonProps extends Pick<PromptListProps, "onChoose"> {
  version: ObjectVersion;
  /** Of the version; of a named one all of the prompt's, with their versions. */
  labels: readonly string[] | undefined;
  /** Shows the name of the prompt, for its latest version. */
  isNamed?: boolean;
}

function VersionButton({ version, labels, isNamed = false, onChoose }: VersionButtonProps) {
  const { object_id: name, digest, version_index: index, created_at: at, ext_user_id: user } = version;
  return (
    <button
      type="button"
      aria-label={isNamed ? `${name}, ${versionName(index)}` : `${versionName(index)} of ${name}`}
      onClick={() => onChoose(name, digest)}
      className="flex w-full min-w-0 items-baseline gap-2 rounded-control px-2 py-1 text-left hover:bg-hover"
    >
      {isNamed && <bdi className="min-w-0 flex-1 truncate">{name}</bdi>}
      <span className={cn("flex min-w-0 items-baseline gap-2 text-meta text-muted", !isNamed && "flex-1")}>
        {versionName(index)}
        <LabelChips labels={labels} max={2} />
      </span>
      {user !== undefined && !isNamed && <bdi className="truncate text-meta text-muted">{user}</bdi>}
      <span className="text-meta text-muted">
        <Timestamp at={at} />
      </span>
    </button>
  );
}

function More({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  return (
    <span>
      <Button size="small" busy={isBusy} onClick={onMore}>
        Load more
      </Button>
    </span>
  );
}
