-- People who sign in at a provider. Like keys they belong to the whole service: these tables stay local on a cluster.
create table people (
  id uuid primary key,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  -- Recorded as the author of what they write; stays when their name or address changes.
  owner text collate "C" not null,
  name text collate "C",
  email text collate "C",
  picture text collate "C",
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  -- They cannot sign in, and their sessions have ended.
  turned_off_at timestamptz
);
create unique index people_by_subject on people (issuer, subject);
create unique index people_by_owner on people (owner);

create table person_sessions (
  -- That of the session's key, `lp_<id>_<secret>`.
  id text collate "C" primary key,
  -- SHA-256 of the key's whole text, in hex.
  hash text collate "C" not null,
  person_id uuid not null,
  owner text collate "C" not null,
  default_project text collate "C" not null,
  roles jsonb not null,
  -- JSON: the names of their groups that give roles.
  groups text collate "C" not null,
  -- The provider's id of its session, `sid`.
  provider_session text collate "C",
  -- JSON, sealed: the provider's tokens, see service/people/session-tokens.ts.
  sealed_tokens text collate "C" not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- When the provider last said which groups they are in.
  checked_at timestamptz not null default clock_timestamp(),
  -- Since when a process asks the provider, and when that last failed.
  check_began_at timestamptz,
  check_failed_at timestamptz
);
create index person_sessions_by_person on person_sessions (person_id);

-- SHA-256 of ID tokens that have signed somebody in, until they expire.
create table used_id_tokens (
  hash text collate "C" primary key,
  expires_at timestamptz not null
);
