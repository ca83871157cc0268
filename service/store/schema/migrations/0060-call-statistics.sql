-- Statistics and counts read this index alone: whatever they group by and add up is in it.
alter table calls add column failed boolean generated always as (exception is not null) stored;

drop index calls_by_start;
create index calls_by_start on calls (project_id, started_at, id)
  include (trace_id, op_name, kind, model, failed, latency_ms,
    prompt_tokens, completion_tokens, total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens)
  where visible;

-- Reading text as JSON without a subtransaction for each is faster, and lets a query use several processes.
do $do$
begin
  if current_setting('server_version_num')::int >= 160000 then
    alter function loupe_clean_json(text) parallel safe;
    create or replace function loupe_jsonb(source text) returns jsonb
    language plpgsql immutable strict parallel safe as $$
      declare
        cleaned text;
      begin
        if pg_input_is_valid(source, 'jsonb') then
          return source::jsonb;
        end if;
        cleaned := loupe_clean_json(source);
        if pg_input_is_valid(cleaned, 'jsonb') then
          return cleaned::jsonb;
        end if;
        return null;
      end
      $$;
  end if;
end
$do$;
