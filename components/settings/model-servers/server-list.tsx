"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Server } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo, useState } from "react";

import { ListScreen } from "@/components/data-table/list-screen";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/components/ui/shortcuts";
import { SplitPanel } from "@/components/ui/split-panel";
import { usePeekParam } from "@/components/ui/use-peek-param";
import type { Connection } from "@/lib/contract/connections";
import { PROVIDERS } from "@/lib/contract/connection-presets";
import { modelServersPath } from "@/lib/format/model-servers-address";
import { modelServers } from "@/lib/queries/connections";

import { serverColumns } from "./columns";
import { serverKey } from "./server-words";

const ServerDialog = dynamic(async () => (await import("./server-dialog")).ServerDialog, { ssr: false });
const DeleteDialog = dynamic(async () => (await import("./delete-dialog")).DeleteDialog, { ssr: false });
const ServerPeek = dynamic(async () => (await import("./server-peek")).ServerPeek, {
  ssr: false,
  loading: () => <TableSkeleton rows={4} label="Loading model server" />,
});

const peekWidth = 440;

/** The model servers of the service, and one of them with its settings. */
export function ServerList() {
  const [peekedKey, onPeek] = usePeekParam("server");
  /** What another page asks to add. */
  const [asked, setAsked] = useQueryState("add", parseAsStringLiteral(PROVIDERS));
  const [isAdding, setAdding] = useState(false);
  /** They stay open if somebody else deletes the server meanwhile. */
  const [editing, setEditing] = useState<Connection>();
  const [deleting, setDeleting] = useState<Connection>();
  const query = useQuery(modelServers());
  // Of those that are looked for on the service's machine, those that are there.
  const rows = useMemo(
    () => (query.data ?? []).filter(({ source, responds }) => source !== "detected" || responds),
    [query.data],
  );
  const list = useList(query, rows);
  const table = useDataTable({ id: "model-servers", columns: serverColumns, rows, rowId: serverKey });
  const peeked = rows.find((server) => serverKey(server) === peekedKey);
  const add = () => setAdding(true);
  useShortcuts("Model servers", [{ keys: "n", description: "Add model server", run: add }]);
  return (
    <section aria-labelledby="model-servers" className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 pb-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 id="model-servers" className="text-title font-semibold">
            Model servers
          </h1>
          <p className="text-muted">
            Where chat completions are sent. Changes take effect within two seconds. Ollama, vLLM, llama.cpp and LM
            Studio on the service&apos;s machine are found on their own, unless LOUPE_UPSTREAMS is set.
          </p>
        </div>
        <Button variant="primary" icon={Plus} onClick={add}>
          Add model server
        </Button>
      </header>
      <SplitPanel
        id="server-peek"
        label="Model server width"
        sized="end"
        defaultWidth={peekWidth}
        start={
          <ListScreen
            table={table}
            label="Model servers"
            list={list}
            skeletonRows={4}
            rowHref={(server) => modelServersPath({ server: serverKey(server) })}
            peek={{ id: peekedKey, onChange: onPeek, onPhone: true }}
            empty={
              <EmptyState
                icon={Server}
                title="No model servers yet"
                description="Add OpenAI, Azure, Anthropic, Google Gemini, OpenRouter, vLLM, Ollama, LM Studio, llama.cpp, or any other server with OpenAI's interface. Its models can then be called through Loupe, in programs and in the playground."
              >
                <Button icon={Plus} onClick={add}>
                  Add model server
                </Button>
              </EmptyState>
            }
          />
        }
        end={
          peeked && (
            <ServerPeek
              key={serverKey(peeked)}
              server={peeked}
              onEdit={() => setEditing(peeked)}
              onDelete={() => setDeleting(peeked)}
              onClose={() => onPeek(null)}
            />
          )
        }
      />
      {(isAdding || asked !== null) && (
        <ServerDialog
          provider={asked ?? undefined}
          onClose={() => {
            setAdding(false);
            if (asked !== null) void setAsked(null);
          }}
          onSaved={(server) => onPeek(serverKey(server))}
        />
      )}
      {editing && <ServerDialog server={editing} onClose={() => setEditing(undefined)} />}
      {deleting && (
        <DeleteDialog
          server={rows.find(({ id }) => id === deleting.id) ?? deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            setDeleting(undefined);
            onPeek(null);
          }}
        />
      )}
    </section>
  );
}
