-- Log records with the messages of a span, kept for a while: span and records arrive in any order, and spans again.
create table span_records (
  project_id text collate "C" not null,
  trace_id text collate "C" not null,
  span_id text collate "C" not null,
  -- Of the record, so that one that is sent again is stored once.
  digest text collate "C" not null,
  -- In the order of arrival.
  id uuid not null,
  -- {name, time, attributes}, as the events of a span.
  event text collate "C" not null,
  received_at timestamptz not null,
  primary key (project_id, span_id, digest)
);

create index span_records_by_arrival on span_records (project_id, id);
