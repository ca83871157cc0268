import { useQuery } from "@tanstack/react-query";
import Link from "next/link";

import { cn } from "@/components/ui/cn";
import { readAnyRef } from "@/lib/contract/refs";
import { versionName } from "@/lib/contract/version-name";
import { tablePath } from "@/lib/format/address";
import { shortenMiddle } from "@/lib/format/shorten";
import { objectVersion } from "@/lib/queries/objects";

interface TableNameProps {
  projectId: string;
  /** The digest of the table. */
  table: string;
  /** The ref of the version of a dataset that has it; empty for none. */
  dataset: string;
  /** Of the link. */
  className?: string;
}

/** The name of a chosen table, with a link to it. */
export function TableName({ projectId, table, dataset, className = "font-medium hover:underline" }: TableNameProps) {
  const ref = readAnyRef(dataset);
  const { name, digest } = ref && "name" in ref ? ref : { name: "", digest: "" };
  const { data: version } = useQuery({ ...objectVersion({ projectId, name, digest }), enabled: name !== "" });
  return (
    <Link href={tablePath(projectId, table)} className={cn("min-w-0 truncate", className)} title={name || table}>
      {name === "" ? <code className="text-meta">{shortenMiddle(table, 24)}</code> : <bdi>{name}</bdi>}
      {version && <span className="font-normal text-muted"> {versionName(version.version_index)}</span>}
    </Link>
  );
}
