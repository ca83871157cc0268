-- Changes and exports. They belong to the whole service and outlive their projects: where tenant tables are distributed,
-- this one stays local, since some are about no project and admins read those of all projects in order.
create table audit_records (
  -- Time-ordered.
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  kind text collate "C" not null,
  action text collate "C" not null,
  project_id text collate "C",
  owner text collate "C",
  key_id text collate "C",
  address text collate "C",
  request_id text collate "C",
  -- JSON objects of texts: `details` of lib/contract/audit.ts.
  target text collate "C" not null,
  result text collate "C" not null default '{}',
  -- Set once, when the request has ended.
  status smallint,
  outcome text collate "C",
  ended_at timestamptz
);
create index audit_records_by_time on audit_records (at, id);
create index audit_records_by_project on audit_records (project_id, at, id);
create index audit_records_by_request on audit_records (request_id);

-- Allows only to add the outcome, once, and to remove what is older than the configured days.
create function loupe_keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null and new.ended_at is not null
    and (new.project_id is not distinct from old.project_id or old.project_id is null)
    and (new.id, new.at, new.kind, new.action, new.owner, new.key_id, new.address, new.request_id, new.target)
      is not distinct from
      (old.id, old.at, old.kind, old.action, old.owner, old.key_id, old.address, old.request_id, old.target)
  then
    return new;
  end if;
  if tg_op = 'DELETE' and old.at < clock_timestamp()
    - make_interval(days => nullif(current_setting('loupe.audit_days', true), '')::int)
  then
    return old;
  end if;
  raise exception 'audit records are not changed or removed';
end
$$;
create trigger audit_records_kept before update or delete on audit_records
  for each row execute function loupe_keep_audit();
create trigger audit_records_not_truncated before truncate on audit_records
  for each statement execute function loupe_keep_audit();
