-- What the calls of each hour come to, so that statistics need not read them one by one.
create table call_hours (
  project_id text collate "C" not null,
  starts_at timestamptz not null,
  -- Its place among the groups of the hour: names are too long for a key.
  place integer not null,
  op_name text collate "C" not null,
  model text collate "C",
  calls bigint not null,
  errors bigint not null,
  -- How many latencies lie in which bin, and what they add up to: latency-bins.ts.
  latencies bytea,
  -- Calls whose tokens count, and those tokens, each once.
  counted bigint not null,
  prompt_tokens double precision,
  completion_tokens double precision,
  total_tokens double precision,
  cached_tokens double precision,
  cache_write_tokens double precision,
  reasoning_tokens double precision,
  primary key (project_id, starts_at, place) include (calls)
);

-- Hours whose rows in call_hours may not be what the calls come to: one more row for each transaction that wrote any.
create table stale_call_hours (
  project_id text collate "C" not null,
  starts_at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  -- Set where an hour has more groups than are worth keeping: it stays stale.
  too_many boolean not null default false,
  primary key (project_id, starts_at, id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

insert into stale_call_hours (project_id, starts_at)
select distinct project_id, date_trunc('hour', started_at, 'UTC') from calls where visible;
