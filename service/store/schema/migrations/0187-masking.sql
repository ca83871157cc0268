-- What is masked before anything of a project is stored, as the JSON of its rules. Version 0: never set.
alter table projects
  add column masking_rules text not null default '[]',
  add column masking_version bigint not null default 0,
  add column masking_changed_by text,
  add column masking_changed_at timestamptz;
