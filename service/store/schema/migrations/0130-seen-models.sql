-- The models that a project's calls name, in the order in which they first came: screens give them colours by it.
create table seen_models (
  project_id text collate "C" not null,
  model text collate "C" not null,
  first_seen timestamptz not null default clock_timestamp(),
  primary key (project_id, model)
);

insert into seen_models (project_id, model, first_seen)
select project_id, model, min(started_at) from calls where visible and model is not null group by project_id, model;
