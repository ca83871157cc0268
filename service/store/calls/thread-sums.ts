import { type ThreadTotalField, type ThreadsStatsQuery, threadTotalField } from "@/lib/contract/threads";
import { type Pricing, NO_PRICES, groupedCosts } from "@/service/store/costs/call-costs";
import type { Parameters } from "@/service/store/sql/parameters";
import type { SqlValue } from "@/service/store/sql/sql-value";
import { threadCalls } from "./thread-calls";
import { ALL_TOKENS, feedbackSubjects } from "./thread-totals";
import { turnFailures } from "./thread-turns";
import { countsOnce } from "./usage";

const number = (sql: string): SqlValue => ({ sql, type: "number" });

/**
 * The totals that a list of threads `t` is sorted and limited by. Only those that are asked for are computed, over all
 * calls of the threads.
 */
export class ThreadSums {
  /**
   * The queries of tables with a row for each `thread` of the calls `c`, by the table's name; some read the calls of the
   * threads themselves.
   */
  readonly #tables = new Map<string, string | typeof turnFailures>();
  readonly #projectId: string;
  readonly #pricing: Pricing;
  readonly #parameters: Parameters;
  #costs: ReturnType<typeof groupedCosts>;

  constructor(
    { project_id, pricing = NO_PRICES }: Pick<ThreadsStatsQuery, "project_id"> & { pricing?: Pricing },
    parameters: Parameters,
  ) {
    this.#projectId = project_id;
    this.#pricing = pricing;
    this.#parameters = parameters;
  }

  /** The total with this name: for costs, one for each currency. Undefined if it is not one. */
  resolve(path: string): SqlValue | SqlValue[] | undefined {
    const field = threadTotalField.options.find((name) => name === path);
    return field && this.#valueOf(field);
  }

  /** The conditions of a filter that are about totals. */
  conditions(filter: ThreadsStatsQuery["filter"]): string[] {
    const { min_errors: errors, min_cost: cost } = filter ?? {};
    const conditions: string[] = [];
    if (errors) conditions.push(`${this.#errors().sql} >= ${this.#parameters.add(errors, "bigint")}`);
    if (cost !== undefined && cost !== null) {
      const amounts = this.#amounts().map(({ sql }) => sql);
      conditions.push(
        `greatest(${["null::numeric", ...amounts].join(", ")}) >= ${this.#parameters.add(cost, "numeric")}`,
      );
    }
    return conditions;
  }

  /** The tables of the totals, to follow others of a `with recursive`; `isThread` as for `threadCalls`. */
  tables(project: string, isThread: string): string {
    if (this.#tables.size === 0) return "";
    const sums = [...this.#tables].map(
      ([name, query]) => `${name} as (${typeof query === "string" ? query : query(project, isThread)})`,
    );
    return `, ${[threadCalls(project, isThread), ...sums].join(",\n    ")}`;
  }

  joins(): string {
    return [...this.#tables.keys()].map((name) => `left join ${name} on ${name}.thread = t.thread_id`).join(" ");
  }

  #valueOf(field: ThreadTotalField): SqlValue | SqlValue[] {
    switch (field) {
      case "totals.errors":
        return this.#errors();
      case "totals.failed_turns":
        this.#tables.set("turns", turnFailures);
        return number("turns.failed");
      case "totals.failing_turns":
        this.#tables.set("turns", turnFailures);
        return number("turns.failing");
      case "totals.usage.total_tokens":
        this.#tables.set("counts", COUNTS);
        return number("counts.tokens");
      case "totals.total_cost":
        return this.#amounts();
      case "totals.feedback_count":
        return this.#feedback();
    }
  }

  #errors(): SqlValue {
    this.#tables.set("counts", COUNTS);
    return number("counts.errors");
  }

  #amounts(): SqlValue[] {
    this.#costs ??= groupedCosts("c", "thread", this.#pricing, this.#parameters);
    if (!this.#costs) return [];
    this.#tables.set("costs", this.#costs.query);
    return this.#costs.amounts.map((amount) => number(`costs.${amount}`));
  }

  #feedback(): SqlValue {
    if (!this.#tables.has("given")) {
      const project = this.#parameters.add(this.#projectId, "text");
      this.#tables.set(
        "given",
        `select s.thread, count(*) as count from (${feedbackSubjects(this.#projectId, this.#parameters)}) s
      join feedback f on f.project_id = ${project} and f.core_ref = s.ref group by s.thread`,
      );
    }
    return number("coalesce(given.count, 0)");
  }
}

const COUNTS = `select c.thread, count(c.exception) as errors,
      sum(${ALL_TOKENS}) filter (where ${countsOnce("c")}) as tokens from c group by c.thread`;
