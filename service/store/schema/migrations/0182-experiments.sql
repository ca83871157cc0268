create table experiments (
  project_id text collate "C" not null,
  id uuid not null,
  -- JSON: `experimentDefinition` of lib/contract/experiments.ts, without the budget.
  definition text collate "C" not null,
  budget_usd double precision,
  -- The versions of the objects that it is a run of.
  evaluation_ref text collate "C" not null,
  model_ref text collate "C" not null,
  status text collate "C" not null default 'queued',
  reason text collate "C",
  created_by text collate "C" not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Sums over its rows, changed in the transactions that change them.
  waiting integer not null,
  sent integer not null default 0,
  answered integer not null default 0,
  failed integer not null default 0,
  cost_usd numeric not null default 0,
  unpriced integer not null default 0,
  -- Whether a process must do something: send rows, finish those that were sent, or record the end.
  is_open boolean not null default true,
  -- The process that does so, until another may.
  held_by text collate "C",
  held_until timestamptz,
  primary key (project_id, id)
);
create index experiments_by_creation on experiments (project_id, created_at, id);
create index experiments_open on experiments (created_at) where is_open;

-- Rows of the table, once for each repetition, in the order in which they are sent.
create table experiment_rows (
  project_id text collate "C" not null,
  experiment_id uuid not null,
  place integer not null,
  row_digest text collate "C" not null,
  status text collate "C" not null default 'waiting',
  -- Counts how often it was sent, which is stored before it is.
  attempt integer not null default 0,
  -- The call of the last attempt's result.
  call_id text collate "C",
  failure text collate "C",
  cost_usd numeric,
  unpriced integer,
  primary key (project_id, experiment_id, place)
);
create index experiment_rows_by_status on experiment_rows (project_id, experiment_id, status, place)
  where status <> 'answered';
