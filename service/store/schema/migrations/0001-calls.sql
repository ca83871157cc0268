-- Every table is keyed by project first, so that each can be distributed by it. Text compares by bytes.

create table projects (
  project_id text collate "C" primary key,
  created_at timestamptz not null default clock_timestamp()
);

-- What lists, counts and statistics scan: no payload, so that rows stay narrow. Vacuumed early: an end updates its
-- start, and counts read indexes alone only where vacuum has been.
create table calls (
  project_id text collate "C" not null,
  id text collate "C" not null,
  trace_id text collate "C",
  parent_id text collate "C",
  op_name text collate "C",
  display_name text collate "C",
  thread_id text collate "C",
  turn_id text collate "C",
  started_at timestamptz,
  ended_at timestamptz,
  exception text collate "C",
  ext_user_id text collate "C",
  ext_run_id text collate "C",
  ext_run_step bigint,
  ext_run_step_end bigint,
  kind text collate "C",
  model text collate "C",
  prompt_tokens double precision,
  completion_tokens double precision,
  total_tokens double precision,
  cached_tokens double precision,
  reasoning_tokens double precision,
  dropped bigint,
  input_preview text collate "C",
  output_preview text collate "C",
  -- Two bits a field: an end (or later) has said it, an update has said it. Which field: call-fields.ts.
  ranks bigint not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- True for every call whose parent has not come, and for some whose parent came at the same moment.
  orphan boolean not null default false,
  -- Clocks differ: a call that ended before it started took no time.
  latency_ms double precision generated always as
    (case when ended_at > started_at then (extract(epoch from ended_at - started_at) * 1000)::double precision
      when ended_at <= started_at then 0 end) stored,
  -- A call whose start has not come is pending: kept, but not shown.
  visible boolean generated always as
    (started_at is not null and op_name is not null and trace_id is not null and deleted_at is null) stored,
  primary key (project_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

create index calls_by_start on calls (project_id, started_at, id) where visible;
create index calls_roots_by_start on calls (project_id, started_at, id) where visible and (parent_id is null or orphan);
create index calls_orphans_by_parent on calls (project_id, parent_id) where orphan;
create index calls_by_op on calls (project_id, op_name, started_at) where visible;
create index calls_by_trace on calls (project_id, trace_id) where visible;
create index calls_by_parent on calls (project_id, parent_id) where visible and parent_id is not null;
create index calls_by_thread on calls (project_id, thread_id, started_at) where visible and thread_id is not null;
create index calls_failed_by_start on calls (project_id, started_at, id) where visible and exception is not null;
create index calls_running_by_start on calls (project_id, started_at, id)
  where visible and exception is null and ended_at is null;
create index calls_failed_by_trace on calls (project_id, trace_id) include (parent_id)
  where visible and exception is not null and parent_id is not null;
create index calls_by_update on calls (project_id, updated_at);

-- Payloads exactly as sent; the _text columns hold what a search reads where escapes make it differ.
create table call_payloads (
  project_id text collate "C" not null,
  id text collate "C" not null,
  attributes text collate "C",
  inputs text collate "C",
  output text collate "C",
  summary text collate "C",
  attributes_text text collate "C",
  inputs_text text collate "C",
  output_text text collate "C",
  summary_text text collate "C",
  ranks bigint not null,
  bytes bigint generated always as (
    coalesce(octet_length(attributes), 0)::bigint + coalesce(octet_length(inputs), 0)
    + coalesce(octet_length(output), 0) + coalesce(octet_length(summary), 0)) stored,
  primary key (project_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
