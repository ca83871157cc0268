-- How long traces of a project are kept, null for ever, and what keeps them longer. Version 0: never set.
alter table projects
  add column keep_days integer,
  add column keep_queued boolean not null default true,
  add column keep_in_tables boolean not null default true,
  add column keep_annotated boolean not null default true,
  add column retention_version bigint not null default 0,
  add column retention_changed_by text,
  add column retention_changed_at timestamptz;

-- Runs that delete what is older: the next one of a project, and the last one.
create table retention_runs (
  project_id text collate "C" not null,
  id uuid not null,
  -- waiting, running, done or stopped.
  status text collate "C" not null default 'waiting',
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- Since it first began. Traces whose newest call is from before the cutoff are deleted.
  started_at timestamptz,
  cutoff timestamptz,
  -- The last call that it has judged with its trace, in the order of their starts.
  after_start timestamptz,
  after_id text collate "C",
  -- What it has deleted, and the traces that were old enough but kept.
  traces bigint not null default 0,
  calls bigint not null default 0,
  kept bigint not null default 0,
  ended_at timestamptz,
  -- The process that does the work, until another may.
  held_by text collate "C",
  held_until timestamptz,
  primary key (project_id, id)
);
create index retention_runs_open on retention_runs (due_at) where status in ('waiting', 'running');

-- The calls and traces that rows of tables name as what they were made from: refs of calls, and the `source_trace_id` of
-- Langfuse's dataset items.
create table table_sources (
  project_id text collate "C" not null,
  -- call or trace.
  kind text collate "C" not null,
  id text collate "C" not null,
  primary key (project_id, kind, id)
);

insert into table_sources (project_id, kind, id)
select distinct r.project_id, 'call', replace(replace(replace(m[1], '%3A', ':'), '%2F', '/'), '%25', '%')
from table_rows r cross join lateral
  regexp_matches(replace(r.val, '\/', '/'), '"(?:core|weave):///[^"/]+/[^"/]+/call/([^"/\\]+)["/]', 'g') as m
where r.val like '%call%';

insert into table_sources (project_id, kind, id)
select distinct r.project_id, 'trace', m[1]
from table_rows r cross join lateral regexp_matches(r.val, '"source_trace_id"\s*:\s*"([^"\\]+)"', 'g') as m
where r.val like '%source_trace_id%';

-- Deleted calls, and those whose start has not come: what expires of them is found by it.
create index calls_hidden on calls (project_id, (coalesce(started_at, updated_at))) where not visible;
