import { THREAD_FEEDBACK } from "@/lib/contract/limits";
import type { TokenUsage } from "@/lib/contract/calls";
import type { ThreadTotals } from "@/lib/contract/threads";
import { PRICED_TOKENS, type PricedSpan, joinPrices } from "@/service/store/costs/call-prices";
import type { Database } from "@/service/store/connections/database";
import { refOfCall, refOfThread } from "@/service/store/feedback/subject";
import type { CountedUsage, StatedCosts } from "@/service/store/statistics/call-tally";
import { Parameters } from "@/service/store/sql/parameters";
import {
  type Row,
  optionalDecimal,
  optionalJson,
  optionalNumber,
  optionalText,
  requiredNumber,
  requiredText,
} from "@/service/store/sql/row";
import { shownPreviews } from "./borrowed";
import { threadCalls } from "./thread-calls";
import { turnFailures } from "./thread-turns";
import { countsOnce, countsStated, usageOf } from "./usage";

export interface ThreadTotalsQuery {
  project_id: string;
  threads: readonly { thread_id: string; first_turn_id: string }[];
  prices: readonly PricedSpan[];
}

/** What the calls of a thread add up to: their tokens by price, and their stated costs by source. */
export type CountedThread = Pick<
  ThreadTotals,
  "errors" | "failed_turns" | "failing_turns" | "feedback_count" | "feedback" | "input_preview"
> & {
  thread_id: string;
  /** All of the tokens, each once. */
  total_usage?: TokenUsage;
  /** With the model of those without a price. */
  usage: (CountedUsage & { model?: string })[];
  stated: StatedCosts[];
};

/** The totals of some threads; a thread without calls has none. */
export async function readThreadTotals(database: Database, query: ThreadTotalsQuery): Promise<CountedThread[]> {
  const [sums, turns, feedback, inputs] = await Promise.all([
    readSums(database, query),
    readTurns(database, query),
    readFeedback(database, query),
    readInputs(database, query),
  ]);
  const firstTurns = new Map(query.threads.map((thread) => [thread.thread_id, thread.first_turn_id]));
  const threads = new Map<string, CountedThread>();
  for (const row of sums) {
    const thread_id = requiredText(row, "thread");
    const thread = threads.get(thread_id) ?? {
      thread_id,
      errors: 0,
      usage: [],
      stated: [],
      feedback_count: 0,
      feedback: [],
      input_preview: inputs.get(firstTurns.get(thread_id) ?? ""),
    };
    threads.set(thread_id, thread);
    addSum(thread, row);
  }
  for (const row of turns) {
    const thread = threads.get(requiredText(row, "thread"));
    if (!thread) continue;
    thread.failed_turns = requiredNumber(row, "failed");
    thread.failing_turns = requiredNumber(row, "failing");
  }
  for (const row of feedback) {
    const thread = threads.get(requiredText(row, "thread"));
    const payload = optionalJson(row, "payload");
    if (!thread || !payload) continue;
    thread.feedback_count = requiredNumber(row, "count");
    thread.feedback.push({ feedback_type: requiredText(row, "feedback_type"), payload });
  }
  return [...threads.values()];
}

function addSum(thread: CountedThread, row: Row): void {
  const count = requiredNumber(row, "count");
  if (row.part === "calls") {
    thread.errors = count;
    thread.total_usage = usageOf(row);
  } else if (row.part === "tokens") {
    const [price, model] = [optionalNumber(row, "place"), optionalText(row, "name")];
    thread.usage.push({ price, model, covered: row.covered === true, count, usage: usageOf(row) ?? {} });
  } else {
    thread.stated.push({
      source: requiredText(row, "name"),
      count,
      amounts: [optionalDecimal(row, "amount") ?? 0],
    });
  }
}

const sumOnce = (tokens: string) => `sum(${tokens}) filter (where ${countsOnce("c")})`;

/** All tokens of a call `c`: the reported total, else prompt and completion. */
export const ALL_TOKENS = `coalesce(c.total_tokens, case when num_nonnulls(c.prompt_tokens, c.completion_tokens) > 0
      then coalesce(c.prompt_tokens, 0) + coalesce(c.completion_tokens, 0) end)`;

async function readSums(database: Database, { project_id, threads, prices }: ThreadTotalsQuery): Promise<Row[]> {
  const parameters = new Parameters();
  return database.scans.query(
    `with recursive ${callsOf({ project_id, threads }, parameters)}
     select c.thread, 'calls' as part, count(c.exception) as count, null as name, null::bigint as place,
       false as covered, null::numeric as amount, ${sumOnce("c.prompt_tokens")} as prompt_tokens,
       ${sumOnce("c.cached_tokens")} as cached_tokens, ${sumOnce("c.cache_write_tokens")} as cache_write_tokens,
       ${sumOnce("c.cache_write_1h_tokens")} as cache_write_1h_tokens,
       ${sumOnce("c.completion_tokens")} as completion_tokens, ${sumOnce(ALL_TOKENS)} as total_tokens,
       ${sumOnce("c.reasoning_tokens")} as reasoning_tokens
     from c group by c.thread
     union all
     select c.thread, 'tokens', count(*), case when priced.place is null then c.model end, priced.place,
       c.cost_covered, null, ${PRICED_TOKENS}, null, null
     from c ${joinPrices(prices, parameters)} where ${countsOnce("c")} group by c.thread, 4, priced.place, c.cost_covered
     union all
     select c.thread, 'stated', count(*), c.cost_source, null, false, sum(c.stated_cost::numeric),
       null, null, null, null, null, null, null
     from c where ${countsStated("c")} group by c.thread, c.cost_source`,
    parameters.values,
  );
}

async function readTurns(database: Database, { project_id, threads }: ThreadTotalsQuery): Promise<Row[]> {
  const parameters = new Parameters();
  const ids = parameters.add(
    threads.map(({ thread_id: id }) => id),
    "text[]",
  );
  return database.scans.query(turnFailures(parameters.add(project_id, "text"), `= any(${ids})`), parameters.values);
}

/** The newest feedback on each thread and its calls, oldest first, with the number of all records. */
async function readFeedback(database: Database, { project_id, threads }: ThreadTotalsQuery): Promise<Row[]> {
  const parameters = new Parameters();
  const project = parameters.add(project_id, "text");
  return database.scans.query(
    `with recursive ${callsOf({ project_id, threads }, parameters)}
     select thread, feedback_type, payload, count from (
       select s.thread, f.feedback_type, f.payload, f.created_at, f.id, count(*) over (partition by s.thread) as count,
         row_number() over (partition by s.thread order by f.created_at desc, f.id desc) as place
       from (${feedbackSubjects(project_id, parameters)}) s
       join feedback f on f.project_id = ${project} and f.core_ref = s.ref
       where exists (select from feedback where project_id = ${project})) newest
     where place <= ${THREAD_FEEDBACK} order by created_at, id`,
    parameters.values,
  );
}

/** What the feedback of each thread of the calls `c` is on: a table of its `thread` and `ref`. */
export const feedbackSubjects = (projectId: string, parameters: Parameters) => `
         select c.thread, ${refOfCall(projectId, "c.id", parameters)} as ref from c
         union all
         select one.thread, ${refOfThread(projectId, "one.thread", parameters)}
         from (select distinct thread from c) one`;

/** The inputs of the first turns, by the turn's id. */
async function readInputs(database: Database, { project_id, threads }: ThreadTotalsQuery) {
  const parameters = new Parameters();
  const project = parameters.add(project_id, "text");
  const turns = threads.map(({ first_turn_id: id }) => id);
  const rows = await database.query(
    `select c.id, ${shownPreviews(project).input} as preview from calls c
     where c.project_id = ${project} and c.id = any(${parameters.add(turns, "text[]")}) and c.visible`,
    parameters.values,
  );
  return new Map(rows.map((row) => [requiredText(row, "id"), optionalText(row, "preview")]));
}

function callsOf({ project_id, threads }: Pick<ThreadTotalsQuery, "project_id" | "threads">, parameters: Parameters) {
  const ids = parameters.add(
    threads.map(({ thread_id: id }) => id),
    "text[]",
  );
  return threadCalls(parameters.add(project_id, "text"), `= any(${ids})`);
}
