import type { Expression, Relation } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import type { RelatedIds } from "@/service/store/search/candidates";
import type { Scope } from "@/service/store/sql/where";
import type { CallFields } from "./columns";

/** The traces that a relation is looked for in, as a query for their ids; undefined for all of the project. */
export type Traces = string | undefined;

/**
 * The calls to which another one of their trace is related, by what is required of that one. Each relation is one table
 * of all such calls, read from the calls that meet the condition, which is joined by call: so the cost of a relation does
 * not depend on how often its condition is evaluated, or on the length of the traces.
 */
export class RelatedCalls {
  readonly #project: string;
  readonly #fieldsOf: () => CallFields;
  readonly #joins: string[] = [];

  /** `project` is the parameter with the project; `fieldsOf` gives the fields of the related calls. */
  constructor(project: string, fieldsOf: () => CallFields) {
    this.#project = project;
    this.#fieldsOf = fieldsOf;
  }

  /** The joins of the relations of call `c` so far. */
  get joins(): string {
    return this.#joins.join(" ");
  }

  /** The scope of call `c`, whose related calls are among `traces`, and of a condition in `ids` among those. */
  scope(fields: CallFields, traces: () => Traces, ids: RelatedIds | undefined): Scope {
    return {
      resolve: fields.resolve,
      relate: (related, compile, parameters) => {
        // What is stored for the statuses of calls answers this one, however many calls of the project have failed.
        if (related.relation === "below" && isFailure(related.condition)) return fields.failedBelow();
        const known = ids?.get(related.condition);
        const limit = known && `c.id = any(${parameters.add(known, "text[]")})`;
        return this.#relate(related.relation, (inner) => compile(inner.scope(traces, ids)), traces, limit);
      },
    };
  }

  #relate(
    relation: Relation,
    compile: (fields: CallFields) => string,
    traces: () => Traces,
    limit: string | undefined,
  ): string {
    const fields = this.#fieldsOf();
    const condition = compile(fields);
    const among = traces();
    const found = `select c.trace_id, c.id, c.parent_id, c.started_at from calls c ${fields.joins()}
      where c.project_id = ${this.#project} and c.visible and ${condition}
        ${limit === undefined ? "" : `and ${limit}`}
        ${among === undefined ? "" : `and c.trace_id in (${among})`}`;
    const name = `related${this.#joins.length}`;
    const { table, on, holds } = this.#tableOf(relation, found, name);
    // A join in a loop would otherwise read it once per row, and what it is read from once per row of that.
    const once = `with ${name} as materialized (${table}) select * from ${name}`;
    this.#joins.push(`left join (${once}) ${name} on ${name}.trace_id = c.trace_id ${on}`);
    return holds;
  }

  #tableOf(relation: Relation, found: string, name: string): { table: string; on: string; holds: string } {
    switch (relation) {
      case "below":
        return { table: this.#above(found), on: `and ${name}.id = c.id`, holds: `${name}.id is not null` };
      case "above":
        return { table: this.#below(found), on: `and ${name}.id = c.id`, holds: `${name}.id is not null` };
      case "earlier":
        return { table: timesOf(found, "min"), on: "", holds: `coalesce(${name}.at < c.started_at, false)` };
      case "later":
        return { table: timesOf(found, "max"), on: "", holds: `coalesce(${name}.at > c.started_at, false)` };
    }
  }

  /** The calls above those found, at any distance: those that have one of them below. */
  #above(found: string): string {
    // The limit makes the planner use one key lookup per call; otherwise it would read the whole project.
    return `with recursive above (trace_id, id) as (
        select f.trace_id, f.parent_id from (${found}) f where f.parent_id is not null
      union
        select a.trace_id, a.parent_id from above cross join lateral (
          select * from calls where project_id = ${this.#project} and id = above.id limit 1) a
        where a.trace_id = above.trace_id and a.visible and a.parent_id is not null)
      select distinct trace_id, id from above`;
  }

  /** The calls below those found, at any depth. */
  #below(found: string): string {
    const below = (parent: string) => `select b.trace_id, b.id from ${parent} cross join lateral (
        select * from calls where project_id = ${this.#project} and parent_id = ${parent}.id and visible offset 0) b
      where b.trace_id = ${parent}.trace_id`;
    return `with recursive found as materialized (${found}), below (trace_id, id) as (
        ${below("found")} union ${below("below")})
      select distinct trace_id, id from below`;
  }
}

/** Whether a condition is `FAILED`, in whatever order it is written. */
function isFailure(condition: Expression): boolean {
  if (!("$eq" in condition)) return false;
  const field = condition.$eq.find((side) => "$getField" in side);
  const value = condition.$eq.find((side) => "$literal" in side);
  if (!field || !value || !("$getField" in field) || !("$literal" in value)) return false;
  return field.$getField === "overview.status" && JsonNode.parse(value.$literal).string() === "error";
}

/** When the first or last of the calls found in each trace started. */
function timesOf(found: string, which: "min" | "max"): string {
  return `select f.trace_id, ${which}(f.started_at) as at from (${found}) f group by f.trace_id`;
}
