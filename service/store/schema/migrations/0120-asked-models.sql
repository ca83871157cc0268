-- Calls that report no model are of the one that their inputs ask for (service/ingest/asked-model.ts): failures had none.
insert into stale_call_hours (project_id, starts_at)
select distinct project_id, date_trunc('hour', started_at, 'UTC') from calls
where visible and model is null and (kind is null or kind in ('llm', 'embedding'));

update calls c set model = asked.inputs ->> 'model'
from call_payloads p cross join lateral (select loupe_jsonb(p.inputs) as inputs offset 0) asked
where p.project_id = c.project_id and p.id = c.id
  and c.model is null and (c.kind is null or c.kind in ('llm', 'embedding'))
  and p.inputs like '%"model"%'
  and jsonb_typeof(asked.inputs -> 'model') = 'string'
  and octet_length(asked.inputs ->> 'model') between 1 and 1024
  and (c.kind is not null or asked.inputs ?| array['messages', 'prompt', 'input', 'contents']);
