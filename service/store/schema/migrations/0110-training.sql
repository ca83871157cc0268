-- Models that are trained: weights of their own over those of a base model.
create table trained_models (
  project_id text collate "C" not null,
  id uuid not null,
  name text collate "C" not null,
  base_model text collate "C" not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text collate "C" not null,
  primary key (project_id, id)
);

create index trained_models_by_id on trained_models (id);
create unique index trained_models_by_name on trained_models (project_id, name);

-- A job is there when its body is: the parts come first.
create table training_jobs (
  project_id text collate "C" not null,
  -- A time-ordered UUID: newest first is by it.
  id uuid not null,
  model_id uuid not null,
  status text collate "C" not null default 'queued',
  created_at timestamptz not null default clock_timestamp(),
  created_by text collate "C" not null,
  started_at timestamptz,
  ended_at timestamptz,
  last_event_at timestamptz,
  cancel_asked_at timestamptz,
  idempotency_key text collate "C",
  -- SHA-256 of the body.
  body_digest bytea not null,
  body_bytes bigint not null,
  experimental_config text collate "C",
  groups integer not null,
  trajectories integer not null,
  flat_groups integer not null,
  runner text collate "C",
  waits_for text collate "C",
  -- Where the runner stands with it, as JSON of the runner's own; changes with the events that it comes with.
  runner_state text collate "C",
  -- Which process is at it, and until when nobody else may be.
  held_by text collate "C",
  held_until timestamptz,
  events bigint not null default 0,
  step bigint,
  total_steps bigint,
  trained_model text collate "C",
  failure text collate "C",
  resources text collate "C",
  primary key (project_id, id)
);

create index training_jobs_by_id on training_jobs (id);
create unique index training_jobs_by_idempotency on training_jobs (project_id, idempotency_key)
  where idempotency_key is not null;
create index training_jobs_unended on training_jobs (created_at, id) where ended_at is null;
create index training_jobs_by_model on training_jobs (project_id, model_id, id);

-- The request as it was sent. Parts without a job are those of a request that is still coming in, or never came whole.
create table training_parts (
  project_id text collate "C" not null,
  job_id uuid not null,
  part integer not null,
  content bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, job_id, part)
);

alter table training_parts alter column content set storage external;

create table training_groups (
  project_id text collate "C" not null,
  job_id uuid not null,
  place integer not null,
  rewards double precision[] not null,
  -- Where it stands in the body, bytes.
  starts_at bigint not null,
  ends_at bigint not null,
  primary key (project_id, job_id, place)
);

-- Which calls a job was trained on.
create table training_calls (
  project_id text collate "C" not null,
  call_id text collate "C" not null,
  job_id uuid not null,
  primary key (project_id, call_id, job_id)
);

create table training_events (
  project_id text collate "C" not null,
  job_id uuid not null,
  id bigint not null,
  type text collate "C" not null,
  data text collate "C" not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, job_id, id)
);

create table training_checkpoints (
  project_id text collate "C" not null,
  model_id uuid not null,
  -- A time-ordered UUID.
  id uuid not null,
  job_id uuid not null,
  step bigint not null,
  metrics text collate "C" not null,
  model text collate "C",
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, model_id, id)
);
