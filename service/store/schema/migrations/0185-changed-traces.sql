-- Whether calls of the trace have changed. If not, it has no totals yet, and automatic scoring has nothing to look for.
alter table stale_traces add column calls_changed boolean not null default true;
