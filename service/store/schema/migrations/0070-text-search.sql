-- What a text search looks into instead of all payloads. Everything here is derived from calls and their payloads.

-- Calls whose text was added or changed since they were indexed, a few hundred a row; written with them, so that none is
-- ever neither here nor indexed.
create table search_queue (
  project_id text collate "C" not null,
  id uuid not null,
  calls text[] collate "C" not null,
  chars bigint not null,
  queued_at timestamptz not null default clock_timestamp(),
  primary key (project_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

-- Calls that were indexed together; segments of one level are merged into one of the next.
create table search_segments (
  project_id text collate "C" not null,
  segment uuid not null,
  level integer not null,
  calls integer not null,
  -- No call of the segment began later.
  last_start timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, segment)
);

-- Which calls of a segment have which pieces of text: search-postings.ts.
create table search_pages (
  project_id text collate "C" not null,
  segment uuid not null,
  page integer not null,
  content bytea not null,
  primary key (project_id, segment, page)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

alter table search_pages alter column content set storage external;

-- The ids of a segment's calls, by their place.
create table search_ids (
  project_id text collate "C" not null,
  segment uuid not null,
  block integer not null,
  ids text[] collate "C" not null,
  primary key (project_id, segment, block)
);

-- Indexes everything anew.
create function loupe_queue_search() returns void language sql as $$
  delete from search_pages;
  delete from search_ids;
  delete from search_segments;
  delete from search_queue;
  insert into search_queue (project_id, id, calls, chars)
  select project_id, gen_random_uuid(), array_agg(id), sum(chars)
  from (
    select c.project_id, c.id, coalesce(p.bytes, 0) as chars,
      row_number() over (partition by c.project_id order by c.updated_at) / 256 as part
    from calls c left join call_payloads p on p.project_id = c.project_id and p.id = c.id) numbered
  group by project_id, part
$$;

select loupe_queue_search();
