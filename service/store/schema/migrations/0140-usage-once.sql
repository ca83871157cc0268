-- The id that the provider gave its response: calls that record the same request have the same one.
alter table calls add column response_id text collate "C";
-- Whether the tokens of a call do not count in totals, because another call reports them too: calls/usage.ts.
alter table calls add column usage_repeated boolean not null default false;

create index calls_by_response on calls (project_id, response_id) where response_id is not null;

drop index calls_by_start;
create index calls_by_start on calls (project_id, started_at, id)
  include (trace_id, op_name, kind, model, failed, latency_ms,
    prompt_tokens, completion_tokens, total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, usage_repeated)
  where visible;

-- Calls that are stored already, by the rule for those that arrive.
with recursive reporting as (
  select project_id, id, trace_id, parent_id, kind from calls
  where visible and num_nonnulls(prompt_tokens, completion_tokens, total_tokens, cached_tokens, cache_write_tokens,
    reasoning_tokens) > 0),
above as (
  select project_id, trace_id, parent_id as id, kind as below from reporting
  where parent_id is not null and (kind is null or kind not in ('agent', 'chain'))
  union
  select c.project_id, c.trace_id, c.parent_id, above.below
  from above join calls c on c.project_id = above.project_id and c.id = above.id and c.trace_id = above.trace_id
  where c.visible and c.parent_id is not null),
repeated as (
  update calls c set usage_repeated = true
  from reporting r
  where c.project_id = r.project_id and c.id = r.id and (r.kind in ('agent', 'chain') and r.parent_id is not null
    or exists (
      select from above where above.project_id = r.project_id and above.id = r.id
        and (r.kind, above.below) is distinct from ('llm', 'embedding')
        and (r.kind, above.below) is distinct from ('embedding', 'llm')))
  returning c.project_id, c.started_at)
-- Agents and chains at the root of a trace count now, if nothing below them does.
insert into stale_call_hours (project_id, starts_at)
select project_id, date_trunc('hour', started_at, 'UTC') from repeated
union
select c.project_id, date_trunc('hour', c.started_at, 'UTC')
from reporting r join calls c on c.project_id = r.project_id and c.id = r.id
where r.parent_id is null and r.kind in ('agent', 'chain');
