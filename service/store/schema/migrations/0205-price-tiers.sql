-- Prices of service tiers, of long prompts, and of tokens written to a cache for an hour.
alter table costs add column cache_creation_1h_input_token_cost numeric;
-- A JSON array (lib/contract/costs.ts), exactly as it was sent.
alter table costs add column tiers text;

-- What the price of a call depends on, so that sums of calls have one price: its service tier, and the length that its
-- prompt exceeds (costs/call-prices.ts).
alter table call_hours add column service_tier text collate "C";
alter table call_hours add column above_tokens bigint not null default 0;
alter table trace_usage add column service_tier text collate "C";
alter table trace_usage add column above_tokens bigint not null default 0;
alter table trace_usage add column cache_write_1h_tokens numeric;

-- What is stored of hours and traces with long prompts is computed again.
insert into stale_call_hours (project_id, starts_at)
select distinct project_id, date_trunc('hour', started_at, 'UTC') from calls
where visible and coalesce(prompt_tokens, cached_tokens, cache_write_tokens) > 32000;

insert into stale_traces (project_id, trace_id, calls_changed)
select distinct project_id, trace_id, false from calls
where visible and coalesce(prompt_tokens, cached_tokens, cache_write_tokens) > 32000;
