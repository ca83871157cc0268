-- Erasures of what is stored of one user of a traced program, with their receipts.
create table erasures (
  project_id text collate "C" not null,
  id uuid not null,
  -- Until the erasure has ended; then only the hash is kept.
  user_id text collate "C",
  -- Keyed by the secret of the instance.
  user_hash text collate "C" not null,
  status text collate "C" not null default 'queued',
  -- Why it does not go on at present.
  failure text collate "C",
  -- JSON: `erasureReceipt` of lib/contract/erasure.ts.
  receipt text collate "C",
  created_by text collate "C" not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- The process that erases, until another may.
  held_by text collate "C",
  held_until timestamptz,
  primary key (project_id, id)
);
create index erasures_by_creation on erasures (project_id, created_at, id);
create index erasures_open on erasures (created_at) where status <> 'done';
create unique index erasures_once on erasures (project_id, user_hash) where status <> 'done';

-- What an erasure has found, and what it has erased, so that it goes on where another process stopped, and what is sent
-- later to an erased trace is found. Removed when it ends.
create table erased_items (
  project_id text collate "C" not null,
  erasure_id uuid not null,
  -- What it is, such as a call: `erasedKinds` of lib/contract/erasure.ts, and what is still to be done.
  kind text collate "C" not null,
  id text collate "C" not null,
  primary key (project_id, erasure_id, kind, id)
);
