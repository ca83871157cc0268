-- Keys belong to the whole service, not to a project: where tenant tables are distributed, this one stays local.
create table api_keys (
  id text collate "C" primary key,
  -- SHA-256 of the key's whole text, in hex: the text itself is not kept.
  hash text collate "C" not null,
  owner text collate "C" not null,
  default_project text collate "C" not null,
  roles jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text collate "C",
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index api_keys_by_creation on api_keys (created_at, id);
