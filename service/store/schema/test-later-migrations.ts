/** For tests: migrations that come after all others and do what later ones will do. */
export const LATER_MIGRATIONS = {
  "9001-notes.sql": `
    -- Columns; and what they contain for calls that are stored already.
    alter table calls add column label text collate "C";
    alter table calls add column weight double precision not null default 1;
    update calls set label = upper(op_name) where visible;
    update calls c set weight = p.bytes from call_payloads p where p.project_id = c.project_id and p.id = c.id;
    drop index calls_by_op;
    create index calls_by_op on calls (project_id, op_name, started_at) include (label) where visible;
    create table notes (
      project_id text collate "C" not null,
      call_id text collate "C" not null,
      note text collate "C" not null,
      created_at timestamptz not null default clock_timestamp(),
      primary key (project_id, call_id)
    );
    alter table notes add foreign key (project_id, call_id) references calls (project_id, id) on delete cascade;
    create index notes_by_creation on notes (project_id, created_at);
    insert into notes (project_id, call_id, note) select project_id, id, label || ';' from calls where visible;
    insert into stale_call_hours (project_id, starts_at)
    select distinct project_id, date_trunc('hour', started_at, 'UTC') from calls where visible;
  `,
  "9002-functions.sql": `
    create function loupe_shout(value text) returns text language plpgsql immutable as $$
    begin
      value := upper(value);
      return value || '!';
    end
    $$;
    create or replace function loupe_truthy(value jsonb) returns boolean language sql immutable parallel safe as $$
      select value is not null and value not in ('null', 'false', '0', '""', '[]', '{}', '"no"');
    $$;
    update calls set label = loupe_shout(label);
    alter table calls drop column weight;
    create table blobs (
      project_id text collate "C" not null,
      id text collate "C" not null,
      content bytea,
      primary key (project_id, id)
    );
    -- Possible until the table is distributed, at the end of its migration.
    alter table blobs alter column content set storage external;
  `,
};
