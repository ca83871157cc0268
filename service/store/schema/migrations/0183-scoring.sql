create table scoring_rules (
  project_id text collate "C" not null,
  id uuid not null,
  -- JSON: `scoringDefinition` of lib/contract/scoring.ts, without the budget.
  definition text collate "C" not null,
  budget_usd double precision,
  status text collate "C" not null default 'active',
  reason text collate "C",
  created_by text collate "C" not null,
  created_at timestamptz not null,
  -- Calls that were received before are not new to it.
  active_since timestamptz not null,
  -- Sums over its calls, changed in the transactions that change them.
  waiting integer not null default 0,
  sent integer not null default 0,
  scored integer not null default 0,
  failed integer not null default 0,
  cost_usd numeric not null default 0,
  unpriced integer not null default 0,
  -- The starts of earlier calls that are still to be collected.
  backfill_start timestamptz,
  backfill_end timestamptz,
  -- The process that collects and scores calls, until another may.
  held_by text collate "C",
  held_until timestamptz,
  primary key (project_id, id)
);
create index scoring_rules_by_creation on scoring_rules (project_id, created_at, id);
create index scoring_rules_active on scoring_rules (project_id) where status = 'active';

-- Traces with calls that an active rule has not seen yet: one more row for each time that their totals were computed.
create table scoring_traces (
  project_id text collate "C" not null,
  rule_id uuid not null,
  trace_id text collate "C" not null,
  id uuid not null default gen_random_uuid(),
  primary key (project_id, rule_id, trace_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

-- Threads to which something has come, with the time at which they are quiet if nothing more comes.
create table scoring_threads (
  project_id text collate "C" not null,
  rule_id uuid not null,
  thread_id text collate "C" not null,
  quiet_at timestamptz not null,
  primary key (project_id, rule_id, thread_id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
create index scoring_threads_by_time on scoring_threads (project_id, rule_id, quiet_at);

-- Calls that a rule is to score, or has scored, each once for each version of a scorer.
create table scoring_calls (
  project_id text collate "C" not null,
  -- A digest of the call, the scorer's version and whether it stands for a thread.
  key uuid not null,
  rule_id uuid not null,
  -- Time-ordered; the ids of its score and of the judge's calls follow from it.
  id uuid not null,
  call_id text collate "C" not null,
  scorer_ref text collate "C" not null,
  of_thread boolean not null,
  status text collate "C" not null default 'waiting',
  -- Counts how often it was sent, which is stored before it is.
  attempt integer not null default 0,
  failure text collate "C",
  changed_at timestamptz not null,
  cost_usd numeric,
  primary key (project_id, key)
);
create index scoring_calls_by_status on scoring_calls (project_id, rule_id, status, changed_at, id)
  where status <> 'scored';
