"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useQueryState } from "nuqs";
import { parseAsBoolean } from "nuqs/server";
import { useMemo, useState } from "react";

import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import type { ApiKey } from "@/lib/contract/keys";
import { keysList, ownKey } from "@/lib/queries/keys";

import { keyColumns } from "./columns";
import { MakeKey } from "./make-key";
import { RevokeDialog } from "./revoke-dialog";

const noKeys: readonly ApiKey[] = [];

/** The keys that the user may manage, to create, list and revoke them. */
export function KeyList() {
  const [includeRevoked, setIncludeRevoked] = useQueryState("revoked", parseAsBoolean.withDefault(false));
  const [owner, setOwner] = useQueryState("owner");
  const [revoking, setRevoking] = useState<ApiKey>();
  const { data: own } = useQuery(ownKey());
  const query = useQuery(keysList({ includeRevoked }));
  const all = query.data ?? noKeys;
  const rows = useMemo(() => (owner === null ? all : all.filter((key) => key.owner === owner)), [all, owner]);
  const list = useList(query, rows);
  const columns = useMemo(() => keyColumns({ ownId: own?.id, onRevoke: setRevoking }), [own?.id]);
  const table = useDataTable({ id: "keys", columns, rows, rowId: (row) => row.id });

  return (
    <section aria-labelledby="keys" className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 pb-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 id="keys" className="text-title font-semibold">
            API keys
          </h1>
          <p className="text-muted">
            A key gives a program or person access to projects. Everything sent with a key is recorded under its
            owner&apos;s name.
          </p>
        </div>
        {owner !== null && (
          <Button icon={X} onClick={() => void setOwner(null)} className="max-w-60">
            <span className="truncate">
              Only <bdi>{owner}</bdi>
            </span>
          </Button>
        )}
        <Checkbox checked={includeRevoked} onCheckedChange={(checked) => void setIncludeRevoked(checked === true)}>
          Show revoked keys
        </Checkbox>
        <MakeKey />
      </header>
      <ListScreen table={table} label="API keys" list={list} skeletonRows={4} empty={<NoKeys owner={owner} />} />
      <RevokeDialog revoking={revoking} ownId={own?.id} onClose={() => setRevoking(undefined)} />
    </section>
  );
}

function NoKeys({ owner }: { owner: string | null }) {
  if (owner !== null)
    return (
      <p className="px-4 py-6 wrap-anywhere text-muted">
        No keys of <bdi>{owner}</bdi> that you may manage.
      </p>
    );
  return (
    <p className="px-4 py-6 text-muted">
      No keys yet. Create one for each program and person, so that each can be revoked separately and feedback shows its
      author.
    </p>
  );
}
