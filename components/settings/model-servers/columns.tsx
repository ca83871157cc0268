import type { DataColumns } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/timestamp";
import type { Connection } from "@/lib/contract/connections";
import { formatCount } from "@/lib/format/number";

import { ServerState } from "./server-state";
import { FIXED_WORDS, keyWords, modelsWords, projectsWords, providerWords } from "./server-words";

const SOURCES = { environment: "fixed", detected: "found" } as const;

/** The columns of the list of model servers. */
export const serverColumns: DataColumns<Connection> = [
  {
    id: "name",
    header: "Name",
    cell: ({ name, source }) => (
      <span className="flex min-w-0 items-center gap-2">
        <bdi className="truncate" title={name}>
          {name}
        </bdi>
        {source !== "stored" && (
          <span title={FIXED_WORDS[source]} className="inline-flex">
            <Badge>{SOURCES[source]}</Badge>
          </span>
        )}
      </span>
    ),
    size: 180,
    enableHiding: false,
    meta: { primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "state",
    header: "State",
    cell: (server) => <ServerState server={server} />,
    size: 130,
    meta: { raised: true, phone: { line: 1 } },
  },
  {
    id: "provider",
    header: "Provider",
    cell: (server) => providerWords(server),
    size: 120,
    meta: { phone: { line: 2 } },
  },
  {
    id: "address",
    header: "Address",
    cell: ({ base_url }) => <code title={base_url}>{base_url}</code>,
    size: 240,
    meta: { grow: true, phone: { line: 2, grow: true } },
  },
  {
    id: "key",
    header: "Key",
    cell: (server) => <span className={server.has_key ? undefined : "text-muted"}>{keyWords(server)}</span>,
    size: 120,
  },
  {
    id: "models",
    header: "Models",
    cell: (server) => <span title={server.models?.join(", ")}>{modelsWords(server)}</span>,
    size: 80,
    meta: { align: "end", raised: true },
  },
  {
    id: "projects",
    header: "Projects",
    cell: (server) => {
      const words = projectsWords(server);
      return <bdi title={words}>{words}</bdi>;
    },
    size: 160,
  },
  {
    id: "limit",
    header: "At once",
    cell: ({ max_parallel: limit }) =>
      limit === undefined ? <span className="text-muted">no limit</span> : formatCount(limit),
    size: 80,
    meta: { align: "end" },
  },
  {
    id: "changed",
    header: "Changed",
    cell: ({ updated_at: at }) => at !== undefined && <RelativeTime at={at} />,
    size: 100,
    meta: { raised: true },
  },
];
