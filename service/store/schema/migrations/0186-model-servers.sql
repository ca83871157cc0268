-- Model servers that admins have added. Like keys they belong to the whole service: this table stays local on a cluster.
create table model_servers (
  id uuid primary key,
  name text collate "C" not null,
  -- JSON: `connectionDefinition` of lib/contract/connections.ts.
  definition text collate "C" not null,
  -- Sealed for this row and column, see service/secrets/seal.ts.
  sealed_key text collate "C",
  -- JSON: the names of additional headers; and sealed, names and values.
  header_names text collate "C" not null default '[]',
  sealed_headers text collate "C",
  -- Increases with every change but that of the secret.
  revision integer not null default 1,
  created_by text collate "C" not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create unique index model_servers_by_name on model_servers (name);
