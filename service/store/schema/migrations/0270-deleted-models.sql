-- A model that was deleted stays as long as its jobs, which name it; its own name is free again.
alter table trained_models add column deleted_at timestamptz;
drop index trained_models_by_name;
create unique index trained_models_by_name on trained_models (project_id, name) where deleted_at is null;
