"use client";

import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { ErrorState } from "@/components/ui/error-state";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { ObjectVersion } from "@/lib/contract/objects";
import { callPath, objectPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import {
  callsUsing,
  objectsUsing,
  refOf,
  USES_SHOWN,
  versionsInCalls,
  versionsInObjects,
} from "@/lib/queries/object-uses";

import { pageVersionOf } from "./object-header";
import { refInto } from "./ref-path";
import { useObjectPageState } from "./use-page-state";

const shownDigest = 8;
const shownVersions = 3;

interface ObjectUsesProps {
  version: ObjectVersion;
  /** The existing versions, for their numbers. */
  versions: readonly ObjectVersion[];
}

/** Uses of an object or op by calls and by other objects: of any version, or of the one shown. */
export function ObjectUses({ version, versions }: ObjectUsesProps) {
  const page = pageVersionOf(version);
  const ref = refInto(page);
  if (ref === undefined)
    return <p className="p-4 text-muted">This name cannot be part of a ref, so nothing can refer to it.</p>;
  return <Uses version={version} versions={versions} text={ref.slice(ref.indexOf("//"), -version.digest.length)} />;
}

interface UsesProps extends ObjectUsesProps {
  /** The common part of refs to any version. */
  text: string;
}

const choices = [
  { value: "any", label: "Any version" },
  { value: "this", label: "This version" },
] as const;

function Uses({ version, versions, text }: UsesProps) {
  const { projectId, kind } = pageVersionOf(version);
  const [{ of }, setState] = useObjectPageState();
  const searched = { projectId, text: of === "this" ? text + version.digest : text };
  const calls = useQuery(callsUsing(searched));
  const objects = useQuery(objectsUsing(searched));
  const inCalls = useQuery(versionsInCalls({ projectId, text }, calls.data ?? []));
  const inObjects = useQuery(versionsInObjects({ projectId, text }, objects.data ?? []));
  const choice = of === "this" ? "this version" : "any version";
  const wordOf = (digest: string) => {
    const known = versions.find((one) => one.digest === digest);
    return known ? `v${known.version_index}` : digest.slice(0, shownDigest);
  };
  return (
    <div className="grid min-h-0 flex-1 content-start gap-6 overflow-auto p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          aria-label="Version"
          options={choices}
          value={of}
          onValueChange={(next) => void setState({ of: next })}
        />
        <p className="min-w-0 flex-1 text-meta text-muted">
          {kind === "op" && `Calls to ${choice}, and `}
          {kind === "op" ? "calls" : "Calls"} and objects that contain a ref to {kind === "op" ? "it" : choice}. Uses
          that do not include a ref are not listed.
        </p>
      </div>
      <UseList title="Calls" noun="call" of={of} query={calls}>
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
            <UsedVersions digests={inCalls.data?.get(call.id)} wordOf={wordOf} />
            <Timestamp at={call.started_at} className="text-meta text-muted" />
          </li>
        )}
      </UseList>
      <UseList title="Objects" noun="version" of={of} query={objects}>
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
              <bdi>{user.object_id}</bdi> <span className="text-muted">v{user.version_index}</span>
            </Link>
            <UsedVersions digests={inObjects.data?.get(refOf(user))} wordOf={wordOf} />
            <Timestamp at={user.created_at} className="text-meta text-muted" />
          </li>
        )}
      </UseList>
    </div>
  );
}

interface UsedVersionsProps {
  /** As written in refs; undefined while loading, or if unknown. */
  digests: readonly string[] | undefined;
  wordOf: (digest: string) => string;
}

function UsedVersions({ digests = [], wordOf }: UsedVersionsProps) {
  if (digests.length === 0) return undefined;
  return (
    <span className="flex shrink-0 items-center gap-1">
      <span className="text-meta whitespace-pre text-muted">uses </span>
      {digests.slice(0, shownVersions).map((digest) => (
        <span key={digest} title={digest}>
          <Badge>{wordOf(digest)}</Badge>
        </span>
      ))}
      {digests.length > shownVersions && (
        <span className="text-meta text-muted">+{digests.length - shownVersions}</span>
      )}
    </span>
  );
}

interface UseListProps<Use> {
  title: string;
  noun: string;
  of: "any" | "this";
  query: UseQueryResult<Use[]>;
  children: (use: Use) => ReactNode;
}

function UseList<Use>({ title, noun, of, query: { data, error, refetch, isFetching }, children }: UseListProps<Use>) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="pb-1 text-section font-semibold">
        {title}{" "}
        {data && (
          <span className="text-body font-normal text-muted">
            {data.length < USES_SHOWN ? data.length : `(newest ${USES_SHOWN})`}
          </span>
        )}
      </h2>
      {error ? (
        <ErrorState
          title={isMissingEndpoint(error) ? `This service cannot search for ${noun}s` : error.message}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data ? (
        data.length > 0 ? (
          <ul>{data.map(children)}</ul>
        ) : (
          <p className="text-muted">
            No {noun} refers to {of === "this" ? "this version" : "any version of this object"}.
          </p>
        )
      ) : (
        <Skeleton className="w-1/2" />
      )}
    </section>
  );
}
