"use client";

import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { ErrorState } from "@/components/ui/error-state";
import { FeedbackGlance } from "@/components/ui/feedback-glance";
import { InputOutput } from "@/components/ui/input-output";
import { LabelChips } from "@/components/ui/label-chips";
import { Quantity } from "@/components/ui/quantity";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { CallRow } from "@/lib/contract/calls";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName, versionOfRef } from "@/lib/contract/version-name";
import { callPath, objectPath } from "@/lib/format/address";
import { callName } from "@/lib/format/call-name";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { shortRefs } from "@/lib/format/short-refs";
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
  const prompt =
    kind === "object"
      ? { name: version.object_id, index: of === "this" ? version.version_index : undefined }
      : undefined;
  const calls = useQuery(callsUsing({ ...searched, prompt }));
  const objects = useQuery(objectsUsing(searched));
  const inCalls = useQuery(versionsInCalls({ projectId, text, prompt }, calls.data ?? []));
  const inObjects = useQuery(versionsInObjects({ projectId, text }, objects.data ?? []));
  const choice = of === "this" ? "this version" : "any version";
  const wordOf = (digest: string) => {
    const known = versions.find((one) => one.digest === digest);
    return known ? versionName(known.version_index) : versionOfRef(digest).slice(0, shownDigest);
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
          {kind === "op" ? "calls" : "Calls"} and objects that contain a ref to {kind === "op" ? "it" : choice}
          {kind === "object" && ", or that Langfuse's SDK has linked to it"}. Other uses are not listed.
        </p>
      </div>
      <UseList title="Calls" noun="call" of={of} query={calls}>
        {(call) => (
          <UsingCall key={call.id} projectId={projectId} call={call}>
            <UsedVersions digests={inCalls.data?.get(call.id)} wordOf={wordOf} />
          </UsingCall>
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
              <bdi>{user.object_id}</bdi> <span className="text-muted">{versionName(user.version_index)}</span>
            </Link>
            <LabelChips labels={user.labels} max={1} />
            <UsedVersions digests={inObjects.data?.get(refOf(user))} wordOf={wordOf} />
            <Timestamp at={user.created_at} className="text-meta text-muted" />
          </li>
        )}
      </UseList>
    </div>
  );
}

interface UsingCallProps {
  projectId: string;
  call: CallRow;
  /** The versions that it uses. */
  children: ReactNode;
}

/** A call: its input and output, what it took and cost, and how it was scored. */
function UsingCall({ projectId, call, children }: UsingCallProps) {
  const { overview, feedback = [] } = call;
  const cost = overview?.total_cost;
  return (
    <li className="grid gap-x-3 border-b border-line py-1">
      <span className="flex min-w-0 items-center gap-3">
        {overview && <StatusIcon status={overview.status} />}
        <Link
          href={callPath(projectId, call.id)}
          prefetch={false}
          className="min-w-0 flex-1 truncate text-accent-ink hover:underline"
        >
          <bdi>{callName(call)}</bdi>
        </Link>
        {children}
        <FeedbackGlance records={feedback} />
        <span className="hidden text-meta text-muted tabular-nums sm:inline">
          <Quantity parts={durationParts(overview?.latency_ms)} />
        </span>
        {cost && Object.keys(cost).length > 0 && (
          <span className="hidden text-meta text-muted tabular-nums sm:inline">{formatAmounts(cost)}</span>
        )}
        <Timestamp at={call.started_at} className="text-meta text-muted" />
      </span>
      <span className="min-w-0 truncate pl-7 text-meta">
        <InputOutput call={withShortRefs(call)} />
      </span>
    </li>
  );
}

/** A call whose previews have short refs, so that what else it got can be seen. */
function withShortRefs({ overview, ...call }: CallRow): CallRow {
  if (!overview) return call;
  const [input, output] = [overview.input_preview, overview.output_preview].map((text) => text && shortRefs(text));
  return { ...call, overview: { ...overview, input_preview: input, output_preview: output } };
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
