"use client";

import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";

import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import { ApiError } from "@/lib/client/api-error";
import type { ObjectVersion } from "@/lib/contract/objects";
import { callPath, objectPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import { callsUsing, objectsUsing, USES_SHOWN } from "@/lib/queries/objects";

import { pageVersionOf } from "./object-header";
import { refInto } from "./ref-path";

/** Where a version is used: by calls, and by other objects. */
export function ObjectUses({ version }: { version: ObjectVersion }) {
  const page = pageVersionOf(version);
  const refs = (["core", "weave"] as const).map((scheme) => refInto(page, [], scheme));
  const ref = refs[0];
  if (ref === undefined)
    return <p className="p-4 text-muted">No ref can be written for this name, so nothing can refer to it.</p>;
  return <Uses version={version} text={ref.slice(ref.indexOf(`/${page.kind}/`))} refs={refs} />;
}

interface UsesProps {
  version: ObjectVersion;
  /** What every ref of it in this project ends with, or has inside. */
  text: string;
  refs: readonly (string | undefined)[];
}

function Uses({ version, text, refs }: UsesProps) {
  const { projectId, kind } = pageVersionOf(version);
  const opRefs = kind === "op" ? refs.filter((ref) => ref !== undefined) : undefined;
  const calls = useQuery(callsUsing({ projectId, opRefs, text }));
  const objects = useQuery(objectsUsing({ projectId, text }));
  return (
    <div className="grid min-h-0 flex-1 content-start gap-6 overflow-auto p-4">
      <p className="text-muted">
        What was searched: inputs, output and attributes of calls{kind === "op" && ", the op they called"}, and values
        of objects in this project, for a ref of this very version (<code className="text-meta">…{text}</code>). A use
        by <code className="text-meta">latest</code> or without a ref is not found.
      </p>
      <UseList title="Calls" noun="call" query={calls}>
        {(call) => (
          <li key={call.id} className="flex min-h-7 min-w-0 items-center gap-3 border-b border-line">
            {call.overview && <StatusIcon status={call.overview.status} />}
            <Link
              href={callPath(projectId, call.id)}
              prefetch={false}
              className="min-w-0 flex-1 truncate text-accent-ink hover:underline"
            >
              <bdi>{callName(call)}</bdi>
            </Link>
            <Timestamp at={call.started_at} className="text-meta text-muted" />
          </li>
        )}
      </UseList>
      <UseList title="Objects" noun="version" query={objects}>
        {(user) => (
          <li
            key={`${user.object_id} ${user.digest}`}
            className="flex min-h-7 min-w-0 items-center gap-3 border-b border-line"
          >
            <Link
              href={objectPath(projectId, { kind: user.kind, name: user.object_id, digest: user.digest })}
              prefetch={false}
              className="min-w-0 flex-1 truncate text-accent-ink hover:underline"
            >
              <bdi>{user.object_id}</bdi>
            </Link>
            <span className="text-muted">v{user.version_index}</span>
            <Timestamp at={user.created_at} className="text-meta text-muted" />
          </li>
        )}
      </UseList>
    </div>
  );
}

interface UseListProps<Use> {
  title: string;
  noun: string;
  query: UseQueryResult<Use[]>;
  children: (use: Use) => ReactNode;
}

function UseList<Use>({ title, noun, query: { data, error, refetch, isFetching }, children }: UseListProps<Use>) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="pb-1 text-section font-semibold">
        {title}{" "}
        {data && (
          <span className="text-body font-normal text-muted">
            {data.length < USES_SHOWN ? data.length : `the newest ${USES_SHOWN}`}
          </span>
        )}
      </h2>
      {error ? (
        <ErrorState
          title={
            error instanceof ApiError && error.status === 404
              ? `This service cannot search for ${noun}s`
              : error.message
          }
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data ? (
        data.length > 0 ? (
          <ul>{data.map(children)}</ul>
        ) : (
          <p className="text-muted">No {noun} refers to this version.</p>
        )
      ) : (
        <Skeleton className="w-1/2" />
      )}
    </section>
  );
}
