-- Roles that admins give a person, besides those of their groups.
alter table people add column roles jsonb not null default '[]';
-- What the provider last said, for the list of people; a session has its own. JSON: the names of groups.
alter table people add column groups text collate "C" not null default '[]';
alter table people add column group_roles jsonb not null default '[]';

-- It follows from the roles.
alter table person_sessions drop column default_project;

-- The person whose roles the key has: one who was invited without a sign-in provider.
alter table api_keys add column person_id uuid;
create index api_keys_by_owner on api_keys (owner);

create table invitations (
  id uuid primary key,
  -- SHA-256 of the token, in hex.
  hash text collate "C" not null,
  roles jsonb not null,
  -- Only who has this address, verified by the provider, may use it.
  email text collate "C",
  note text collate "C",
  created_by text collate "C" not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by text collate "C",
  revoked_at timestamptz
);
create unique index invitations_by_hash on invitations (hash);
