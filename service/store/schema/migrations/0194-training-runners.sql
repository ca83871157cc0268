-- The training runner that admins have set up, and earlier ones while jobs that they started have not ended. Like model
-- servers they belong to the whole service: this table stays local on a cluster.
create table training_runners (
  id uuid primary key,
  -- JSON: `runnerDefinition` of lib/contract/training-runner.ts.
  definition text collate "C" not null,
  -- JSON: whether there is a key, and the names of headers and variables; and sealed, all of them with their values.
  secret_names text collate "C" not null,
  sealed_secrets text collate "C",
  -- Increases with every change but that of the secret, also from one runner to the next.
  revision integer not null,
  created_by text collate "C" not null,
  updated_at timestamptz not null default clock_timestamp(),
  -- When it was replaced or removed.
  retired_at timestamptz
);
create unique index training_runners_in_use on training_runners ((true)) where retired_at is null;

-- The stored runner that has started a job, or tries to; null for one of LOUPE_TRAINING_RUNNER.
alter table training_jobs add column runner_id uuid;
