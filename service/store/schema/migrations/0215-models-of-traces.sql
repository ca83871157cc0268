-- The model of a trace is the one with the most tokens, no longer that of most calls: what is stored of all traces is
-- computed again.
insert into unfilled_traces (project_id, filled_to) select project_id, '' from projects
on conflict (project_id) do update set filled_to = '';
