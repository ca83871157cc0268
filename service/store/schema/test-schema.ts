import pg, { type PoolConfig } from "pg";
import { nodesOf } from "@/service/store/embedded/test-citus";

const OBJECTS = `
  with tables as (
    select oid, relname, reloptions from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
  select concat_ws(' ', 'table', relname, reloptions) as object from tables
  union all
  select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), collname, attnotnull, attstorage,
    attgenerated, pg_get_expr(adbin, adrelid))
  from tables t join pg_attribute a on a.attrelid = t.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = t.oid and adnum = attnum left join pg_collation k on k.oid = attcollation
  union all
  select pg_get_indexdef(indexrelid) from tables t join pg_index on indrelid = t.oid
  union all
  -- Citus does not validate those of the tables that stand for distributed ones on workers: they are empty.
  select concat_ws(' ', 'constraint', relname, conname, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''))
  from tables t join pg_constraint k on conrelid = t.oid
  union all
  select pg_get_functiondef(p.oid) from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`;

/** For tests: the definitions of all tables, columns, indexes, constraints and functions, on each node of a cluster. */
export async function schemaOf(database: PoolConfig): Promise<string[][]> {
  const schemas: string[][] = [];
  for (const node of await nodesOf(database)) {
    const client = new pg.Client(node);
    await client.connect();
    const { rows } = await client.query<{ object: string }>(OBJECTS);
    schemas.push(rows.map(({ object }) => object));
    await client.end();
  }
  return schemas;
}
