import { Link2 } from "lucide-react";
import Link from "next/link";

import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { LabelChips } from "@/components/ui/label-chips";
import { Skeleton } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import type { TableParams } from "@/lib/queries/tables";

import { tableRef } from "./table-ref";

const shownNames = 3;

interface TableHeaderProps {
  params: TableParams;
  count: number | undefined;
  /** The versions that have it as their rows, newest first; undefined until known. */
  datasets: readonly ObjectVersion[] | undefined;
}

/** A table in one line: the name of its dataset, if there is one, and its facts. */
export function TableHeader({ params, count, datasets }: TableHeaderProps) {
  const [first, ...others] = datasets ?? [];
  const ref = tableRef(params);
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
      <h1 className="max-w-full min-w-0 truncate text-title font-semibold sm:max-w-[50%]">
        {first ? <DatasetLink version={first} /> : datasets ? "Unnamed table" : <LoadingName />}
      </h1>
      {first?.is_latest === 1 && <Badge tone="accent">latest</Badge>}
      <dl className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-body">
        <div className="flex gap-1.5">
          <dt className="sr-only">Rows</dt>
          <dd>
            <span className="font-medium">{formatCount(count)}</span>{" "}
            <span className="text-muted">{count === 1 ? "row" : "rows"}</span>
          </dd>
        </div>
        {first && (
          <div className="flex gap-1.5">
            <dt className="sr-only">Published</dt>
            <dd>
              <Timestamp at={first.created_at} />
            </dd>
          </div>
        )}
        <div className="flex items-center gap-1.5">
          <dt className="text-muted">Digest</dt>
          <dd className="inline-flex items-center gap-0.5">
            <code title={params.digest} className="text-meta">
              {shortenMiddle(params.digest, 12)}
            </code>
            <CopyButton text={params.digest} label="Copy digest" />
            {ref !== undefined && <CopyButton text={ref} label="Copy ref" icon={Link2} />}
          </dd>
        </div>
        {others.length > 0 && (
          <div className="flex min-w-0 gap-1.5">
            <dt className="text-muted">Also named</dt>
            <dd className="min-w-0 truncate">
              {others.slice(0, shownNames).map((version, index) => (
                <span key={`${version.object_id} ${version.digest}`}>
                  {index > 0 && ", "}
                  <DatasetLink version={version} />
                </span>
              ))}
              {others.length > shownNames && ` and ${others.length - shownNames} more`}
            </dd>
          </div>
        )}
      </dl>
    </header>
  );
}

function DatasetLink({ version }: { version: ObjectVersion }) {
  const { project_id, kind, object_id: name, digest, version_index, labels } = version;
  return (
    <>
      <Link href={objectPath(project_id, { kind, name, digest })} title={name} className="hover:underline">
        <bdi>{name}</bdi> <span className="font-normal text-muted">{versionName(version_index)}</span>
      </Link>
      <LabelChips labels={labels} max={3} className="ml-2 align-middle" />
    </>
  );
}

function LoadingName() {
  return (
    <>
      <span className="sr-only">Table</span>
      <Skeleton className="h-5 w-40" />
    </>
  );
}
