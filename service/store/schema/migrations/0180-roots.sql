-- Counts, statistics, facets and sorts of traces read this index alone, as those of calls read calls_by_start. Its
-- entries have at most 2,704 bytes: roots whose texts are too long are in the next one. The conditions are those of
-- calls/roots.ts.
create index calls_roots on calls (project_id, started_at, id)
  include (trace_id, parent_id, op_name, display_name, kind, model, thread_id, user_id, failed, latency_ms,
    prompt_tokens, completion_tokens, total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, usage_repeated,
    stated_cost, cost_source, cost_repeated, cost_covered)
  where visible and (parent_id is null or orphan)
    and (octet_length(project_id || id || trace_id || op_name || coalesce(parent_id, '') || coalesce(display_name, '')
      || coalesce(kind, '') || coalesce(model, '') || coalesce(thread_id, '') || coalesce(user_id, '')
      || coalesce(cost_source, '')) > 2000)::int <> 1;

create index calls_wide_roots on calls (project_id, started_at, id)
  where visible and (parent_id is null or orphan)
    and (octet_length(project_id || id || trace_id || op_name || coalesce(parent_id, '') || coalesce(display_name, '')
      || coalesce(kind, '') || coalesce(model, '') || coalesce(thread_id, '') || coalesce(user_id, '')
      || coalesce(cost_source, '')) > 2000)::int = 1;
