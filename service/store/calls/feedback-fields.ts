import { AppError } from "@/lib/contract/app-error";
import {
  FEEDBACK_COUNT,
  FEEDBACK_LISTS,
  type FeedbackList,
  type FeedbackPlace,
  feedbackPlaces,
} from "@/lib/contract/feedback-field";
import { FEEDBACK_FIELDS } from "@/lib/contract/limits";
import { callOf, threadOf } from "@/service/store/feedback/subject";
import { jsonPath } from "@/service/store/sql/json-path";
import type { Parameters } from "@/service/store/sql/parameters";
import type { SqlValue } from "@/service/store/sql/sql-value";

/**
 * The feedback on call `c` as fields: the number of records, the latest value, or a value of each record. The first two
 * are one table of all feedback of the project, which is joined by call; a call without feedback has no value.
 */
export class FeedbackFields {
  readonly #project: string;
  /** The records as table `f`, and the id of the call that each is on. */
  readonly #from: string;
  readonly #call: string;
  readonly #tables = new Map<string, string>();
  #lists = 0;

  /** `project` is the parameter with the project; with `ofThreads`, feedback on a thread is on each call with its id. */
  constructor(project: string, { ofThreads = false } = {}) {
    this.#project = project;
    this.#from = ofThreads ? withThreads(project) : "feedback f";
    this.#call = ofThreads ? "f.call_id" : callOf("f");
  }

  /** The joins of the fields resolved so far. */
  get joins(): string {
    return [...this.#tables.values()]
      .map((table, place) => `left join (${table}) feedback${place} on feedback${place}.id = c.id`)
      .join(" ");
  }

  /** Throws `invalid` for too many different fields: the planner's work grows with the joins. */
  resolve(field: string, parameters: Parameters): SqlValue | undefined {
    const list = FEEDBACK_LISTS.find((name) => name === field);
    if (list) return this.#ofEach(list, parameters);
    const places = feedbackPlaces(field);
    if (!places && field !== FEEDBACK_COUNT) return undefined;
    if (!this.#tables.has(field)) {
      this.#checkLimit();
      this.#tables.set(field, places ? this.#latest(places, parameters) : this.#counts());
    }
    const sql = `${this.#nameOf(field)}.value`;
    return places ? { sql, type: "json" } : { sql, type: "number", missingAs: 0 };
  }

  /** The table that has a field, under the name that it is joined by; undefined for any other field. */
  tableOf(field: string): { table: string; name: string } | undefined {
    const table = this.#tables.get(field);
    return table === undefined ? undefined : { table, name: this.#nameOf(field) };
  }

  #checkLimit(): void {
    if (this.#tables.size + this.#lists < FEEDBACK_FIELDS) return;
    throw new AppError("invalid", `A list of calls can use at most ${FEEDBACK_FIELDS} different feedback values`);
  }

  #nameOf(field: string): string {
    return `feedback${[...this.#tables.keys()].indexOf(field)}`;
  }

  #counts(): string {
    return `select ${this.#call} as id, count(*) as value from ${this.#from}
      where f.project_id = ${this.#project} group by 1`;
  }

  /** Of the records of all types those in which there is a value. */
  #latest(places: readonly FeedbackPlace[], parameters: Parameters): string {
    const ofType = ({ type, paths }: FeedbackPlace) =>
      `when ${parameters.add(type, "text")} then ${jsonPath("f.payload", paths, parameters).sql}`;
    const types = parameters.add(
      places.map(({ type }) => type),
      "text[]",
    );
    return `select distinct on (1) ${this.#call} as id, said.value from ${this.#from}
        cross join lateral (select case f.feedback_type ${places.map(ofType).join(" ")} end as value offset 0) said
        where f.project_id = ${this.#project} and f.feedback_type = any(${types}) and said.value is not null
        order by 1, f.created_at desc, f.id desc`;
  }

  #ofEach(list: FeedbackList, parameters: Parameters): SqlValue {
    const { types, value } = LISTED[list];
    const some = (meets: (one: SqlValue) => string) => {
      this.#checkLimit();
      this.#lists += 1;
      return `c.id in (select ${this.#call} from ${this.#from}
        cross join lateral (select ${value(parameters)} as value offset 0) said
        where f.project_id = ${this.#project} ${ofTypes(types)} and ${this.#call} is not null
          and ${meets({ sql: "said.value", type: "text" })})`;
    };
    return { sql: "null::text", type: "text", some, all: () => this.#allOf(list, parameters) };
  }

  #allOf(list: FeedbackList, parameters: Parameters): string {
    const name = `all of ${list}`;
    if (!this.#tables.has(name)) {
      this.#checkLimit();
      const { types, value } = LISTED[list];
      this.#tables.set(
        name,
        `select ${this.#call} as id, jsonb_agg(distinct said.value)::text as value from ${this.#from}
          cross join lateral (select ${value(parameters)} as value offset 0) said
          where f.project_id = ${this.#project} ${ofTypes(types)} and ${this.#call} is not null
            and said.value is not null group by 1`,
      );
    }
    return `${this.#nameOf(name)}.value`;
  }
}

const withThreads = (project: string) => `(
    select f.*, ${callOf("f")} as call_id from feedback f where f.project_id = ${project}
    union all
    select f.*, of_thread.id from feedback f
    join calls of_thread on of_thread.project_id = ${project} and of_thread.visible
      and of_thread.thread_id = ${threadOf("f")}
    where f.project_id = ${project}) f`;

const ofTypes = (types: readonly string[] = []) =>
  types.length === 0 ? "" : `and f.feedback_type in (${types.map((type) => `'${type}'`).join(", ")})`;

const inside = (name: string) => (parameters: Parameters) =>
  `(${jsonPath("f.payload", [[name]], parameters).sql} #>> '{}') collate "C"`;

/** The types of the records that have a value for a list, any if not named, and their value. */
const LISTED: Record<FeedbackList, { types?: readonly string[]; value: (parameters: Parameters) => string }> = {
  "feedback.reaction": { types: ["core.reaction.1", "wandb.reaction.1"], value: inside("emoji") },
  "feedback.note": { types: ["core.note.1", "wandb.note.1"], value: inside("note") },
  "feedback.comment": { types: ["core.comment.1"], value: inside("text") },
  "feedback.by": { value: () => "f.ext_user_id" },
  "feedback.type": { value: () => "f.feedback_type" },
};
