"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, CornerLeftUp } from "lucide-react";
import Link from "next/link";

import { JsonView } from "@/components/json/json-view";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { RefStep } from "@/lib/contract/refs";
import { objectPath } from "@/lib/format/address";
import { refValue } from "@/lib/queries/objects";

import { FileList } from "./file-list";
import { pageVersionOf } from "./object-header";
import { filesOf } from "./object-files";
import { stepWord, refInto } from "./ref-path";

/** The value of a version, or the target of a ref into it. */
export function ObjectValue({ version, path }: { version: ObjectVersion; path: readonly RefStep[] }) {
  if (version.deleted_at)
    return (
      <EmptyState
        title="This version was deleted"
        description={
          <>
            Its value was deleted on <Timestamp at={version.deleted_at} style="full" />. The version stays listed.
          </>
        }
      />
    );
  if (path.length > 0) return <InnerValue version={version} path={path} />;
  const files = filesOf(version.val);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4">
      {files.length > 0 && <FileList projectId={version.project_id} files={files} />}
      <JsonView json={version.val} name="val" label="Value" className="min-h-60 flex-1" />
    </div>
  );
}

function InnerValue({ version, path }: { version: ObjectVersion; path: readonly RefStep[] }) {
  const page = pageVersionOf(version);
  const ref = refInto(page, path);
  const { data, error, refetch, isFetching } = useQuery({ ...refValue(ref ?? ""), enabled: ref !== undefined });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-4">
      <nav aria-label="Path in the value" className="flex flex-wrap items-center gap-1 text-body">
        <Link
          href={objectPath(page.projectId, page)}
          className="inline-flex items-center gap-1 text-accent-ink hover:underline"
        >
          <CornerLeftUp aria-hidden className="size-3.5" />
          Whole value
        </Link>
        {path.map((step, index) => (
          <span key={`${index} ${step.value}`} className="inline-flex min-w-0 items-center gap-1">
            <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />
            <Link
              href={objectPath(page.projectId, { ...page, path: path.slice(0, index + 1) })}
              aria-current={index === path.length - 1 ? "location" : undefined}
              className="max-w-60 truncate font-mono text-meta hover:underline aria-[current]:font-semibold"
            >
              {stepWord(step)}
            </Link>
          </span>
        ))}
        {ref !== undefined && <CopyButton text={ref} label="Copy ref of this value" />}
      </nav>
      {error ? (
        <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data ? (
        <JsonView json={data} name={path.map(stepWord).join(".")} label="Value at this path" className="flex-1" />
      ) : (
        <Skeleton className="w-1/2" />
      )}
      {data?.kind === "null" && (
        <p className="text-meta text-muted">
          A ref to a missing field also resolves to null, so this field may not exist.
        </p>
      )}
    </div>
  );
}
