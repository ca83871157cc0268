-- A name's counters; the row's lock puts publications under one name in an order.
create table object_names (
  project_id text collate "C" not null,
  object_id text collate "C" not null,
  versions integer not null,
  publications bigint not null,
  primary key (project_id, object_id)
);

-- Versions without their values, so that lists stay narrow.
create table objects (
  project_id text collate "C" not null,
  object_id text collate "C" not null,
  digest text collate "C" not null,
  version_index integer not null,
  -- The name's count at the last publication of this content: the highest that is not deleted is the latest.
  publication bigint not null,
  kind text collate "C" not null,
  base_object_class text collate "C",
  leaf_object_class text collate "C",
  ext_user_id text collate "C",
  size_bytes bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  primary key (project_id, object_id, digest)
);

create unique index objects_by_version on objects (project_id, object_id, version_index);
create index objects_by_publication on objects (project_id, object_id, kind, publication) where deleted_at is null;
create index objects_by_creation on objects (project_id, created_at, object_id, version_index) where deleted_at is null;

create table object_values (
  project_id text collate "C" not null,
  object_id text collate "C" not null,
  digest text collate "C" not null,
  val text collate "C" not null,
  primary key (project_id, object_id, digest)
);

create table files (
  project_id text collate "C" not null,
  digest text collate "C" not null,
  name text collate "C" not null,
  size_bytes bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, digest)
);

-- A file is read and sent part by part.
create table file_parts (
  project_id text collate "C" not null,
  digest text collate "C" not null,
  part integer not null,
  content bytea not null,
  primary key (project_id, digest, part)
);

alter table file_parts alter column content set storage external;

-- A table is a list of chunks, a chunk a list of rows; tables share what they have in common. None ever changes.
create table tables (
  project_id text collate "C" not null,
  digest text collate "C" not null,
  chunks text[] collate "C" not null,
  counts integer[] not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, digest)
);

create table table_chunks (
  project_id text collate "C" not null,
  digest text collate "C" not null,
  row_digests text[] collate "C" not null,
  primary key (project_id, digest)
);

create table table_rows (
  project_id text collate "C" not null,
  digest text collate "C" not null,
  val text collate "C" not null,
  primary key (project_id, digest)
);

-- What a sort compares: the values at one path in the rows of a chunk, each in the array of its kind.
create table table_columns (
  project_id text collate "C" not null,
  chunk text collate "C" not null,
  path text collate "C" not null,
  numbers numeric[],
  strings text[] collate "C",
  others text[] collate "C",
  primary key (project_id, chunk, path)
);

-- Read by position: pieces of a compressed value cannot be.
alter table tables alter column chunks set storage external;
alter table table_chunks alter column row_digests set storage external;
alter table table_columns alter column numbers set storage external;
alter table table_columns alter column strings set storage external;
