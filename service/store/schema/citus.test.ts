import { describe, expect, test } from "vitest";
import { LOCAL_TABLES, distributeTables } from "./citus";
import { distributionFaults } from "@/service/store/testing/test-distribution";
import { useClient } from "@/service/store/testing/test-client";
import { useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const client = useClient(opened);

async function names(statement: string): Promise<string[]> {
  const { rows } = await client().query<{ name: string }>(statement);
  return rows.map(({ name }) => name);
}

const isTenant = `c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  and c.relname not in (${LOCAL_TABLES.map((name) => `'${name}'`).join(", ")})`;

describe("Citus' requirements on the schema, in the catalogue", () => {
  test("each tenant table has a project_id, never null", async () => {
    const without = await names(`select relname as name from pg_class c where ${isTenant} and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and a.attnotnull)`);
    expect(without).toEqual([]);
  });

  test("each has a primary key, and every unique index begins with project_id", async () => {
    const keyless = await names(`select relname as name from pg_class c where ${isTenant}
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`);
    const others = await names(`select i.indexrelid::regclass::text as name
      from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where ${isTenant} and i.indisunique and a.attname <> 'project_id'`);
    expect([keyless, others]).toEqual([[], []]);
  });

  test("none has a sequence, a trigger, a rule or a reference to another", async () => {
    const sequences = await names(`select s.relname as name from pg_depend d
      join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_class c on c.oid = d.refobjid where ${isTenant}`);
    const others = await names(`select relname as name from pg_class c where ${isTenant} and (c.relhasrules
      or exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
      or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('f', 'x')))`);
    expect([sequences, others]).toEqual([[], []]);
  });
});

test("with Citus, each tenant table is distributed once, colocated with the projects", async () => {
  const isReal = (await names("select extname as name from pg_extension where extname = 'citus'")).length > 0;
  if (!isReal) await makeStandIn();
  for (const _start of ["first", "second"]) await distributeTables(client());
  const { rows } = await client().query<{ name: string; key: string; beside: string }>(
    isReal
      ? `select table_name::text as name, distribution_column as key, colocation_id::text as beside from citus_tables
         where citus_table_type = 'distributed'`
      : "select logicalrelid::text as name, distributed_by as key, beside from pg_dist_partition",
  );
  const tenants = await names(
    `select relname as name from pg_class c where ${isTenant} and relname <> 'pg_dist_partition'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(tenants.toSorted());
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(["project_id"]));
  expect(new Set(rows.map(({ beside }) => beside)).size).toBe(1);
});

/** A stand-in for the extension, of which only these functions and this table are used. */
async function makeStandIn(): Promise<void> {
  await client().query(`
    create table pg_dist_partition (logicalrelid regclass, distributed_by text, beside text);
    create function create_distributed_table(name regclass, key text, colocate_with text) returns void
    language plpgsql as $$
      begin
        if colocate_with <> 'none'
          and not exists (select from public.pg_dist_partition where logicalrelid = colocate_with::regclass) then
          raise exception 'relation % is not distributed', colocate_with;
        end if;
        insert into public.pg_dist_partition
        values (name, key, case colocate_with when 'none' then name::text else colocate_with end);
      end
    $$;
    create function truncate_local_data_after_distributing_table(name regclass) returns void
    language plpgsql as $$
      begin
        if not exists (select from public.pg_dist_partition where logicalrelid = name) then
          raise exception 'relation % is not distributed', name;
        end if;
      end
    $$`);
}

describe("a statement", () => {
  test.each([
    ["select 1", []],
    ["select * from calls where project_id = $1", []],
    ["select * from calls c join call_payloads p on p.project_id = c.project_id where c.project_id = $1", []],
    ["insert into calls as s (project_id, id) values ($1, $2) on conflict (project_id, id) do nothing", []],
    ["select * from calls", ["calls as itself is not limited to a project"]],
    ["select * from calls c where id = $1", ["calls as c is not limited to a project"]],
    [
      "select * from calls c join call_payloads p on p.id = c.id where c.project_id = $1",
      ["call_payloads as p is not limited to a project"],
    ],
    ["update calls set op_name = $1", ["calls as itself is not limited to a project"]],
    ["delete from calls -- where project_id = $1", ["calls as itself is not limited to a project"]],
    ["insert into calls (id) values ($1)", ["calls as itself is not limited to a project"]],
    [
      "insert into calls (project_id, id) values ($1, $2) on conflict (id) do nothing",
      ["on conflict (id) does not begin with project_id"],
    ],
  ])("%s", (statement, faults) => {
    expect(distributionFaults(statement, ["calls", "call_payloads"])).toEqual(faults);
  });
});
