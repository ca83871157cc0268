create table feedback (
  project_id text collate "C" not null,
  id text collate "C" not null,
  core_ref text collate "C" not null,
  feedback_type text collate "C" not null,
  payload text collate "C" not null,
  creator text collate "C",
  annotation_ref text collate "C",
  runnable_ref text collate "C",
  call_ref text collate "C",
  trigger_ref text collate "C",
  ext_user_id text collate "C",
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, id)
);

create index feedback_by_creation on feedback (project_id, created_at, id);
create index feedback_by_ref on feedback (project_id, core_ref);

-- Refused items of trace batches: the newest of a project are kept, the count is of all there ever were.
create table refusals (
  project_id text collate "C" not null,
  id uuid not null,
  received_at timestamptz not null default clock_timestamp(),
  source text collate "C" not null,
  call_id text collate "C",
  reason text collate "C" not null,
  primary key (project_id, id)
);

create table refusal_counts (
  project_id text collate "C" primary key,
  count bigint not null
);
