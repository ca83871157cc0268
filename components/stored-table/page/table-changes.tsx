"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { ObjectVersion } from "@/lib/contract/objects";
import { readAnyRef } from "@/lib/contract/refs";
import { versionName } from "@/lib/contract/version-name";
import { datasetVersions, type TableParams } from "@/lib/queries/tables";

import { KeyedChanges } from "./keyed-changes";
import { useTablePageState } from "./use-table-page-state";

const OTHER = "other";

interface TableChangesProps {
  params: TableParams;
  /** The version that names the table. */
  dataset: ObjectVersion | undefined;
}

/** The rows that differ between this table and another, by digest or by key. */
export function TableChanges({ params, dataset }: TableChangesProps) {
  const [{ from }, setState] = useTablePageState();
  const { data: versions } = useQuery({
    ...datasetVersions({ projectId: params.projectId, name: dataset?.object_id ?? "" }),
    enabled: dataset !== undefined,
  });
  const others = (versions ?? []).filter(({ digest }) => digest !== params.digest);
  const before = others.find(({ dataset: { version_index: index } }) => index < (dataset?.version_index ?? 0));
  const base = from || (before ?? others[0])?.digest;
  const choices = [
    ...others.map(({ digest, dataset: version }) => ({
      value: digest,
      label: [versionName(version.version_index), ...(version.labels ?? [])].join(" · "),
    })),
    { value: OTHER, label: "Another table" },
  ];
  const isListed = others.some(({ digest }) => digest === base);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <label htmlFor="changes-from" className="text-muted">
          Changes from
        </label>
        {others.length > 0 && (
          <Select
            id="changes-from"
            options={choices}
            value={isListed && base !== undefined ? base : OTHER}
            onValueChange={(value) => void setState({ from: value === OTHER ? "" : value })}
          />
        )}
        {!(isListed && from === "") && !others.some(({ digest }) => digest === from) && (
          <BaseForm
            id={others.length > 0 ? undefined : "changes-from"}
            digest={from}
            onChange={(digest) => void setState({ from: digest })}
          />
        )}
        <span className="text-muted">to {dataset ? versionName(dataset.version_index) : "this table"}</span>
      </div>
      {base === undefined ? (
        <EmptyState
          title="Compare with another table"
          description="Enter the digest or ref of a table in this project. Rows are compared by digest, so the comparison is exact."
        />
      ) : (
        <KeyedChanges key={base} params={params} base={base} />
      )}
    </div>
  );
}

interface BaseFormProps {
  id: string | undefined;
  digest: string;
  onChange: (digest: string) => void;
}

function BaseForm({ id, digest, onChange }: BaseFormProps) {
  const [text, setText] = useState(digest);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typedDigest = digestIn(text.trim());
    if (typedDigest !== "") onChange(typedDigest);
  };
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 gap-2 max-sm:basis-full sm:max-w-120">
      <Input
        id={id}
        aria-label="Digest or ref of the other table"
        placeholder="Digest or ref of a table"
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        className="font-mono text-meta"
      />
      <Button type="submit">Compare</Button>
    </form>
  );
}

/** A digest in a text: the text itself, or the digest of a ref. */
function digestIn(text: string): string {
  const ref = readAnyRef(text);
  return ref?.kind === "table" ? ref.digest : text;
}
