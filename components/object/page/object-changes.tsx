"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo } from "react";

import { useCompact } from "@/components/data-table/use-compact";
import type { DiffLayout } from "@/components/json/diff-rows";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Select } from "@/components/ui/select";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { type Prompt, readPrompt } from "@/lib/prompt/prompt";
import { fileText, objectVersion } from "@/lib/queries/objects";

import { filesOf, imageType } from "./object-files";
import { useObjectPageState } from "./use-page-state";

const JsonDiff = dynamic(() => import("@/components/json/json-diff").then((module) => module.JsonDiff), {
  loading: () => <Skeleton className="m-4 w-1/2" />,
});

const PromptChanges = dynamic(() => import("../prompt/prompt-changes").then((module) => module.PromptChanges), {
  loading: () => <Skeleton className="m-4 w-1/2" />,
});

const diffs = [
  { value: "text", label: "Text" },
  { value: "json", label: "JSON" },
] as const;
const layouts = [
  { value: "split", label: "Side by side" },
  { value: "unified", label: "Unified" },
] as const;

interface ObjectChangesProps {
  version: ObjectVersion;
  /** All known versions, newest first. */
  versions: readonly ObjectVersion[];
  /** The prompt in this version, if it is one. */
  prompt: Prompt | undefined;
}

/** The changes from another version to this one. */
export function ObjectChanges({ version, versions, prompt }: ObjectChangesProps) {
  const [{ from, layout, diff }, setState] = useObjectPageState();
  // Two columns do not fit on a phone.
  const isCompact = useCompact();
  const shownLayout = isCompact ? "unified" : layout;
  const others = versions.filter((other) => other.digest !== version.digest && !other.deleted_at);
  const before = others.find((other) => other.version_index < version.version_index) ?? others.at(-1);
  const base = others.find((other) => other.digest === from || versionName(other.version_index) === from) ?? before;
  const { data, error, refetch, isFetching } = useQuery({
    ...objectVersion({ projectId: version.project_id, name: version.object_id, digest: base?.digest ?? "" }),
    enabled: base !== undefined,
  });
  const earlier = useMemo(() => (data && prompt ? readPrompt(data.val) : undefined), [data, prompt]);
  // The other version may be no prompt.
  const hasText = prompt !== undefined && (!data || earlier !== undefined);
  const showsText = hasText && diff === "text";
  useShortcuts(
    "Changes",
    hasText
      ? [
          {
            keys: "r",
            description: "Switch between text and JSON",
            run: () => void setState({ diff: showsText ? "json" : "text" }, { history: "replace" }),
          },
        ]
      : [],
  );
  if (!base)
    return <EmptyState title="Nothing to compare with" description="No other version of this name has a value." />;
  if (version.deleted_at)
    return (
      <EmptyState title="This version was deleted" description="Its value was deleted, so it cannot be compared." />
    );
  const label = `${versionName(base.version_index)} and ${versionName(version.version_index)}`;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-1">
        <label htmlFor="compare-from" className="text-muted">
          Changes from
        </label>
        <Select
          id="compare-from"
          options={others.map((other) => ({
            value: other.digest,
            label: [versionName(other.version_index), ...(other.labels ?? [])].join(" · "),
          }))}
          value={base.digest}
          onValueChange={(digest) => void setState({ from: digest })}
        />
        <span className="text-muted">to {versionName(version.version_index)}</span>
        {hasText && (
          <ToggleGroup
            label="Show changes as"
            options={diffs}
            value={diff}
            onValueChange={(next) => void setState({ diff: next }, { history: "replace" })}
            className="ml-auto inline-flex h-7 overflow-hidden rounded-control border border-line-strong"
          />
        )}
        {!showsText && (
          <Select
            aria-label="Layout"
            options={layouts}
            value={layout}
            onValueChange={(next) => void setState({ layout: next }, { history: "replace" })}
            className={cn("max-sm:hidden", !hasText && "ml-auto")}
          />
        )}
      </div>
      {error ? (
        <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data && prompt && earlier && showsText ? (
        <PromptChanges before={earlier} after={prompt} label={label} />
      ) : data ? (
        <ValueChanges before={data} after={version} label={label} layout={shownLayout} />
      ) : (
        <Skeleton className="m-4 w-1/2" />
      )}
    </div>
  );
}

interface ValueChangesProps {
  before: ObjectVersion;
  after: ObjectVersion;
  label: string;
  layout: DiffLayout;
}

/** Changes of the values or, if these are files such as an op's code, of the files' content. */
function ValueChanges({ before, after, label, layout }: ValueChangesProps) {
  const [left, right] = [filesOf(before.val), filesOf(after.val)];
  const changed = right.flatMap((file) => {
    const old = left.find(({ name }) => name === file.name);
    return old && old.digest !== file.digest && !imageType(file.name) ? [{ name: file.name, old, file }] : [];
  });
  const texts = useQueries({
    queries: changed.flatMap(({ old, file }) =>
      [old, file].map(({ digest }) => fileText({ projectId: after.project_id, digest })),
    ),
  });
  if (changed.length > 0 && texts.some(({ isPending }) => isPending)) return <Skeleton className="m-4 w-1/2" />;
  return (
    <>
      {changed.map(({ name }, index) => {
        const [from, to] = [texts[index * 2]?.data, texts[index * 2 + 1]?.data];
        if (typeof from !== "string" || typeof to !== "string") return undefined;
        return (
          <div key={name} className="flex max-h-[60%] min-h-0 flex-1 flex-col">
            <h2 className="px-4 pt-1 font-medium">{name}</h2>
            <JsonDiff left={from} right={to} label={label} part={name} layout={layout} />
          </div>
        );
      })}
      <JsonDiff left={before.val} right={after.val} label={label} layout={layout} />
    </>
  );
}
