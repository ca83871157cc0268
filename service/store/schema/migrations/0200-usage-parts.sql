-- Tokens written to the provider's cache for an hour, which are among those of cache_write_tokens.
alter table calls add column cache_write_1h_tokens double precision;
alter table call_hours add column cache_write_1h_tokens double precision;
alter table trace_totals add column cache_write_1h_tokens double precision;
-- How the provider served the request where that has prices of its own: batch, flex, priority.
alter table calls add column service_tier text collate "C";

drop index calls_by_start;
create index calls_by_start on calls (project_id, started_at, id)
  include (trace_id, op_name, kind, model, failed, latency_ms,
    prompt_tokens, completion_tokens, total_tokens, cached_tokens, cache_write_tokens, cache_write_1h_tokens,
    reasoning_tokens, service_tier, usage_repeated, stated_cost, cost_source, cost_repeated, cost_covered)
  where visible;

drop index calls_roots;
create index calls_roots on calls (project_id, started_at, id)
  include (trace_id, parent_id, op_name, display_name, kind, model, thread_id, user_id, failed, latency_ms,
    prompt_tokens, completion_tokens, total_tokens, cached_tokens, cache_write_tokens, cache_write_1h_tokens,
    reasoning_tokens, service_tier, usage_repeated, stated_cost, cost_source, cost_repeated, cost_covered)
  where visible and (parent_id is null or orphan)
    and (octet_length(project_id || id || trace_id || op_name || coalesce(parent_id, '') || coalesce(display_name, '')
      || coalesce(kind, '') || coalesce(model, '') || coalesce(thread_id, '') || coalesce(user_id, '')
      || coalesce(cost_source, '')) > 2000)::int <> 1;

-- The total of a call is known if its input or its output is. What is stored of its hour and trace is computed again.
insert into stale_call_hours (project_id, starts_at)
select distinct project_id, date_trunc('hour', started_at, 'UTC') from calls
where visible and total_tokens is null and num_nonnulls(prompt_tokens, completion_tokens) > 0;

insert into stale_traces (project_id, trace_id, calls_changed)
select distinct project_id, trace_id, false from calls
where visible and total_tokens is null and num_nonnulls(prompt_tokens, completion_tokens) > 0;

update calls set total_tokens = coalesce(prompt_tokens, 0) + coalesce(completion_tokens, 0)
where total_tokens is null and num_nonnulls(prompt_tokens, completion_tokens) > 0;
