-- What a client says that a call cost, in USD, and the attribute or field that says it. Not numeric: the wider a table
-- seems before it has statistics, the worse the planner estimates it.
alter table calls add column stated_cost double precision;
alter table calls add column stated_input_cost double precision;
alter table calls add column stated_output_cost double precision;
alter table calls add column cost_source text collate "C";
-- Whether a stated cost does not count in totals, because another call states it too: calls/cost-once.ts.
alter table calls add column cost_repeated boolean not null default false;
-- Whether a stated cost that counts, of this call or of one above or below it, includes the tokens of this call.
alter table calls add column cost_covered boolean not null default false;

create index calls_by_stated_cost on calls (project_id, trace_id) where stated_cost is not null;

drop index calls_by_start;
create index calls_by_start on calls (project_id, started_at, id)
  include (trace_id, op_name, kind, model, failed, latency_ms,
    prompt_tokens, completion_tokens, total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, usage_repeated,
    stated_cost, cost_source, cost_repeated, cost_covered)
  where visible;

-- Before a table has statistics, the planner finds all indexes equally good for the calls below one, and takes the newest.
drop index calls_by_parent;
create index calls_by_parent on calls (project_id, parent_id) where visible and parent_id is not null;

-- Calls that are stored already state no costs, so their hours stay right.
alter table call_hours add column cost_source text collate "C";
alter table call_hours add column cost_covered boolean not null default false;
alter table call_hours add column stated_calls bigint not null default 0;
alter table call_hours add column stated_cost numeric;

-- Whether costs that clients state count in totals ("stated"), or prices alone ("prices").
alter table projects add column cost_basis text not null default 'stated';
