import type { DataColumn, DataColumns } from "@/components/data-table/column";
import { PersonName } from "@/components/pickers/person-name";
import { cn } from "@/components/ui/cn";
import { LightMarkdown } from "@/components/ui/light-markdown";
import type { CallRow } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { JsonNode } from "@/lib/json/node";

import type { Agreement } from "./agreement-rows";

export interface ResultRow {
  callId: string;
  /** Undefined until it is read, and if it no longer exists. */
  call: CallRow | undefined;
  /** Its position in the queue. */
  index: number;
  /** Whether two people gave different answers. */
  differs: boolean;
}

/** A column for every person and question. */
export function resultColumns(agreements: readonly Agreement[]): DataColumns<ResultRow> {
  const hasMany = agreements.length > 1;
  return [
    {
      id: "index",
      header: "#",
      cell: (row) => row.index + 1,
      size: 56,
      meta: { align: "end", phone: { line: 1 } },
    },
    {
      id: "call",
      header: "Call",
      cell: ({ call, callId }) => <bdi title={callId}>{call ? callName(call) : callId}</bdi>,
      size: 160,
      enableHiding: false,
      meta: { primary: true, phone: { line: 1, grow: true } },
    },
    {
      id: "input",
      header: "Input",
      cell: ({ call }) => (
        <bdi className="text-muted">
          <LightMarkdown line={call?.overview?.input_preview ?? ""} />
        </bdi>
      ),
      size: 240,
      meta: { grow: true },
    },
    ...agreements.flatMap(({ spec, people, ratings, differing }) =>
      people.map((who): DataColumn<ResultRow> => ({
        id: `${spec.id} ${who}`,
        header: () => (
          <>
            {spec.name} · <PersonName owner={who} />
          </>
        ),
        cell: (row) => {
          const raw = ratings.get(who)?.[row.index];
          if (raw === undefined) return <span className="text-faint max-sm:hidden">—</span>;
          const text = JsonNode.parse(raw).string() ?? raw;
          const differs = differing.has(row.index);
          return (
            <>
              {/* On a phone there are no headers. */}
              <span className="mr-1 text-muted sm:hidden">
                {hasMany && `${spec.name} · `}
                <PersonName owner={who} />
              </span>
              <span
                title={differs ? `${text} (answers differ)` : text}
                className={cn(differs && "rounded-[4px] bg-warning-soft px-1 text-warning")}
              >
                {text}
              </span>
            </>
          );
        },
        size: 150,
        meta: { phone: { line: 2 } },
      })),
    ),
  ];
}
