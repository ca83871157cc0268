-- Filters and sorts look inside payloads through these, so that no stored value can fail a query.

-- What jsonb cannot hold becomes what it can: NUL and lone surrogates U+FFFD, numbers out of range strings.
create function loupe_clean_json(source text) returns text
language plpgsql immutable strict as $$
declare
  cleaned text := replace(source, '\\', '\u005c');
begin
  cleaned := replace(cleaned, '\u0000', '\ufffd');
  cleaned := regexp_replace(cleaned,
    '\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})', '\\ufffd', 'g');
  cleaned := regexp_replace(cleaned,
    '(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}', '\\ufffd', 'g');
  return (
    select string_agg(
      case when token[2] is null then token[1]
        when length(token[2]) > 1000 or token[2] ~ '[eE][+-]?[0-9]{4,}$' then '"' || token[2] || '"'
        else token[2] end, '')
    from regexp_matches(cleaned, '("(?:[^"\\]|\\.)*"|[^"0-9-]+)|(-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)', 'g')
      as tokens (token));
end
$$;

create function loupe_jsonb(source text) returns jsonb
language plpgsql immutable strict as $$
begin
  return source::jsonb;
exception when others then
  begin
    return loupe_clean_json(source)::jsonb;
  exception when others then
    return null;
  end;
end
$$;

create function loupe_text_number(value text) returns numeric
language sql immutable strict parallel safe as $$
  select case when length(value) < 1000 and value ~ '^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$' then value::numeric end
$$;

-- A JSON value as a number: numbers, and strings that spell one. Numeric, because 1e400 is no float8.
create function loupe_number(value jsonb) returns numeric
language sql immutable strict parallel safe as $$
  select case
    when jsonb_typeof(value) = 'number' then (value #>> '{}')::numeric
    when jsonb_typeof(value) = 'string' then loupe_text_number(value #>> '{}') end
$$;

-- Whether a JSON value stands for true where a condition is expected: all but null, false, 0 and what is empty.
create function loupe_truthy(value jsonb) returns boolean
language sql immutable parallel safe as $$
  select value is not null and value not in ('null', 'false', '0', '""', '[]', '{}')
$$;

-- Text for searching without regard to case, in any script: by Unicode, whatever the locale of the database is.
do $$
declare
  unicode text := (
    select quote_ident(collname) from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu') and collencoding in (-1, 6)
    order by collname = 'pg_c_utf8' desc limit 1);
begin
  execute format(
    'create function loupe_fold(value text) returns text language sql immutable strict parallel safe as %L',
    format('select lower(value%s)', coalesce(' collate ' || unicode, '')));
end
$$;
