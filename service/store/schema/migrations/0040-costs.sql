-- A project's own prices. Numeric, so that a price is the decimal that was given.
create table costs (
  project_id text collate "C" not null,
  id text collate "C" not null,
  llm_id text collate "C" not null,
  provider_id text collate "C" not null,
  prompt_token_cost numeric not null,
  completion_token_cost numeric not null,
  cache_read_input_token_cost numeric,
  cache_creation_input_token_cost numeric,
  prompt_token_cost_unit text collate "C" not null,
  completion_token_cost_unit text collate "C" not null,
  effective_date timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text collate "C",
  primary key (project_id, id)
);

create index costs_by_model on costs (project_id, llm_id, effective_date);

-- Part of the prompt's, as cached_tokens are: some providers charge more for them.
alter table calls add column cache_write_tokens double precision;

-- The models of a project, and the calls of one.
create index calls_by_model on calls (project_id, model, started_at) where visible and model is not null;
