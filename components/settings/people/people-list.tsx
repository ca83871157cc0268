"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo, useState } from "react";

import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchBox } from "@/components/ui/search-box";
import { useShortcuts } from "@/components/ui/shortcuts";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { ListedPerson } from "@/lib/contract/people";
import { peopleList } from "@/lib/queries/people";

import { peopleColumns } from "./columns";
import { InvitePerson } from "./invite-person";
import { NoPeople } from "./no-people";
import { OpenInvitations } from "./open-invitations";
import { RolesDialog } from "./roles-dialog";
import { TurnOffDialog } from "./turn-off-dialog";

const searchId = "people-search";

interface PeopleListProps {
  /** The user's own name in the records. */
  owner: string;
  serviceName: string;
}

/** People with their roles, and what an admin does with them; above them the open invitations. */
export function PeopleList({ owner, serviceName }: PeopleListProps) {
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault("").withOptions({ history: "push" }));
  const [turning, setTurning] = useState<ListedPerson>();
  const [changing, setChanging] = useState<ListedPerson>();
  const query = useInfiniteQuery(peopleList({ search }));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const hasProvider = query.data?.pages[0]?.provider;
  const list = useList(query, rows);
  const columns = useMemo(() => peopleColumns({ owner, onRoles: setChanging, onTurn: setTurning }), [owner]);
  const table = useDataTable({ id: "people", columns, rows, rowId: ({ id }) => id });
  useShortcuts("Filter", [
    { keys: "/", description: "Search people", run: () => document.getElementById(searchId)?.focus() },
  ]);
  if (isMissingEndpoint(list.error)) return <NoPeople serviceName={serviceName} />;
  return (
    <section aria-labelledby="people" className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 pb-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 id="people" className="text-title font-semibold">
            People
          </h1>
          <p className="text-muted">
            {hasProvider === false
              ? "People sign in with the key that they get when they accept an invitation. To let them sign in at an OpenID provider, set OIDC_ISSUER: see “Signing in at a provider” in docs/signing-in.md."
              : "People who have signed in. Their roles come from their groups at the provider and from admins."}
          </p>
        </div>
        <SearchBox
          id={searchId}
          label="Search people"
          text={search}
          onSearch={(text) => void setSearch(text)}
          className="w-56 max-sm:w-full"
        />
        <InvitePerson hasProvider={hasProvider ?? false} />
      </header>
      <OpenInvitations />
      <ListScreen
        table={table}
        label="People"
        list={list}
        skeletonRows={4}
        empty={
          search === "" ? (
            <EmptyState
              title="No people yet"
              description={
                hasProvider
                  ? "People appear here after they sign in or accept an invitation."
                  : "People appear here after they accept an invitation."
              }
            />
          ) : (
            <EmptyState title="No people match" description="No name or address contains this text.">
              <Button onClick={() => void setSearch("")}>Show all people</Button>
            </EmptyState>
          )
        }
      />
      {changing && <RolesDialog key={changing.id} person={changing} onClose={() => setChanging(undefined)} />}
      <TurnOffDialog person={turning} onClose={() => setTurning(undefined)} />
    </section>
  );
}
