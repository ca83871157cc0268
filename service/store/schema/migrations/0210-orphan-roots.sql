-- A call whose parent has not arrived is the root of what is below it: its id, or nothing for the whole trace.
alter table trace_totals add column root_id text collate "C" not null default '';
alter table trace_totals drop constraint trace_totals_pkey;
alter table trace_totals add constraint trace_totals_pkey primary key (project_id, trace_id, root_id);

alter table trace_usage add column root_id text collate "C" not null default '';
alter table trace_usage drop constraint trace_usage_pkey;
alter table trace_usage add constraint trace_usage_pkey primary key (project_id, trace_id, root_id, place);

-- Traces that are stored already have no totals of such calls.
insert into stale_traces (project_id, trace_id, id, calls_changed)
select project_id, trace_id, md5(project_id || ' ' || trace_id)::uuid, false
from calls where visible and orphan group by project_id, trace_id;

-- The trace that feedback is about, which is on the root of it as far as that is known.
alter table feedback add column trace_id text collate "C";
create index feedback_by_trace on feedback (project_id, trace_id) where trace_id is not null;
