-- Labels that only admins may move.
alter table projects add column protected_labels text[] collate "C" not null default '{}';

-- The version that each label of an object is on. A label has at most one, which is not deleted.
create table object_labels (
  project_id text collate "C" not null,
  object_id text collate "C" not null,
  label text collate "C" not null,
  digest text collate "C" not null,
  moved_by text collate "C" not null,
  moved_at timestamptz not null,
  primary key (project_id, object_id, label)
);

-- Every move of a label, in order. The moves of one object are ordered by the lock on its name.
create table object_label_moves (
  project_id text collate "C" not null,
  object_id text collate "C" not null,
  place bigint not null,
  label text collate "C" not null,
  -- Null for a label that was on no version.
  from_digest text collate "C",
  -- Null for a label that was removed.
  to_digest text collate "C",
  moved_by text collate "C" not null,
  moved_at timestamptz not null,
  primary key (project_id, object_id, place)
);
