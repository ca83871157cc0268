-- What lists show of the roots of each trace from its other calls, so that filters, sorts and facets need not read
-- those: statistics/trace-totals.ts.
create table trace_totals (
  project_id text collate "C" not null,
  trace_id text collate "C" not null,
  -- The most used one.
  model text collate "C",
  -- The tokens that count, each once.
  prompt_tokens double precision,
  completion_tokens double precision,
  total_tokens double precision,
  cached_tokens double precision,
  cache_write_tokens double precision,
  reasoning_tokens double precision,
  primary key (project_id, trace_id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- What the cost of a trace is computed from: its calls whose tokens or stated costs count, by model.
create table trace_usage (
  project_id text collate "C" not null,
  trace_id text collate "C" not null,
  -- Its place among those of the trace: names are too long for a key.
  place integer not null,
  model text collate "C",
  cost_covered boolean not null,
  -- When the first and the last of the calls started: a price may change in between.
  first_start timestamptz not null,
  last_start timestamptz not null,
  -- The tokens that count, as call-prices.ts prices them; of those of prompts the ones at the full price.
  uncached_tokens numeric,
  cached_tokens numeric,
  cache_write_tokens numeric,
  completion_tokens numeric,
  -- What the stated costs that count add up to, in USD.
  stated_cost numeric,
  primary key (project_id, trace_id, place)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

-- The calls with a failed call below them: calls/status.ts.
create table calls_above_failures (
  project_id text collate "C" not null,
  id text collate "C" not null,
  trace_id text collate "C" not null,
  primary key (project_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
create index calls_above_failures_by_trace on calls_above_failures (project_id, trace_id);

-- Traces whose rows in these tables may not be what the calls come to: one more row for each transaction that wrote any.
create table stale_traces (
  project_id text collate "C" not null,
  trace_id text collate "C" not null,
  id uuid not null default gen_random_uuid(),
  primary key (project_id, trace_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

-- Projects with traces that have been stored for longer than these tables: all that come after one are stale as well.
create table unfilled_traces (
  project_id text collate "C" not null,
  filled_to text collate "C" not null,
  primary key (project_id)
);

insert into unfilled_traces (project_id, filled_to) select project_id, '' from projects;
