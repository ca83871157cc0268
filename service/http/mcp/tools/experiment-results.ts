import { AppError } from "@/lib/contract/app-error";
import { nextTurn } from "@/lib/client/yield-to-main";
import {
  alignResults,
  scoreNames,
  scoreOfExample,
  scorePairs,
  scoreProblems,
  scoreValues,
  summarize,
} from "@/lib/experiment/compare";
import { pairedDifference } from "@/lib/experiment/paired-difference";
import { differenceText, scoreText } from "@/lib/experiment/score-text";
import { readResult, type Result } from "@/lib/experiment/result";
import { formatDuration } from "@/lib/format/duration";
import { counted } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";
import { ROW_COLUMNS } from "@/lib/queries/call-rows";
import { lineOf } from "@/lib/trace-text/line";
import type { Caller } from "@/service/http/mcp/tool";
import { rowsOf } from "./find-traces";

/** Results of one experiment that are read. */
const RESULTS = 2_000;
const TEXT_CHARS = 160;

/** Lines about an experiment as a whole, then an item for each of its results or examples, which may have several lines. */
interface ExperimentLines {
  head: readonly string[];
  items: readonly string[];
}

/** The scores of an experiment, then its results: failed ones first, then by their mean score. */
export async function resultLines(caller: Caller, projectId: string, id: string): Promise<ExperimentLines> {
  const results = await resultsOf(caller, projectId, id, "id");
  const sorted = results.toSorted((a, b) => rank(a) - rank(b));
  return { head: [counted(results.length, "result"), ...scoreLines(results)], items: sorted.map(resultLine) };
}

/** How the scores of an experiment differ from those of another, then the examples that changed most, worse ones first. */
export async function comparisonLines(
  caller: Caller,
  projectId: string,
  { id, base }: { id: string; base: string },
): Promise<ExperimentLines> {
  const all = await Promise.all([
    resultsOf(caller, projectId, base, "compare_to"),
    resultsOf(caller, projectId, id, "id"),
  ]);
  const examples = alignResults(all);
  const names = scoreNames(all);
  const head = [`${counted(examples.length, "example")}, baseline → experiment`];
  const changes = new Map<string, number>();
  for (const { name, isRate } of names) {
    const [before = [], after = []] = scoreValues(examples, name, 2);
    const words = (value: number | undefined) => (value === undefined ? "none" : scoreText({ isRate }, value));
    const difference = (value: number) => differenceText({ isRate }, value);
    const change = await pairedDifference(scorePairs(before, after), nextTurn);
    const interval =
      change?.interval && ` (95%: ${difference(change.interval.low)} to ${difference(change.interval.high)})`;
    const changed =
      change &&
      `, change ${difference(change.mean)}${interval ?? ""} of ${counted(change.count, "example")}, ${change.higher} higher, ${change.lower} lower, ${change.same} same`;
    head.push(
      `${lineOf(name, 80)}: ${words(summarize(before).mean)} → ${words(summarize(after).mean)}${changed ?? ""}`,
    );
    for (const [at, { key }] of examples.entries()) {
      const [from, to] = [before[at], after[at]];
      if (from !== undefined && to !== undefined) changes.set(key, (changes.get(key) ?? 0) + to - from);
    }
  }
  const changed = examples
    .filter(({ key }) => (changes.get(key) ?? 0) !== 0)
    .toSorted((a, b) => (changes.get(a.key) ?? 0) - (changes.get(b.key) ?? 0));
  const items = changed.map(({ results }) => {
    const [before, after] = results;
    const one = before?.[0] ?? after?.[0];
    const scores = names.map(({ name }) => {
      const [from, to] = [before, after].map((list) => scoreOfExample(list ?? [], name));
      return `${lineOf(name, 80)} ${from === undefined ? "none" : numberText(from)} → ${to === undefined ? "none" : numberText(to)}`;
    });
    return [
      `${scores.join(", ")}; example ${lineOf(one?.example ?? "", TEXT_CHARS)}`,
      ` before (call ${before?.[0]?.callId ?? "none"}): ${lineOf(outputOf(before?.[0]), TEXT_CHARS)}`,
      ` after (call ${after?.[0]?.callId ?? "none"}): ${lineOf(outputOf(after?.[0]), TEXT_CHARS)}`,
    ].join("\n");
  });
  return { head, items };
}

async function resultsOf(caller: Caller, projectId: string, id: string, argument: string): Promise<Result[]> {
  const rows = await rowsOf(caller, {
    project_id: projectId,
    filter: { parent_ids: [id] },
    sort_by: [{ field: "started_at", direction: "asc" }],
    columns: [...ROW_COLUMNS, "inputs", "output"],
    include_overview: true,
    include_extras: true,
    limit: RESULTS,
  });
  const results = rows.flatMap((row) => readResult(row) ?? []);
  if (results.length > 0) return results;
  throw new AppError("not_found", `${argument}: project ${projectId} has no results of an experiment ${id}`);
}

function scoreLines(results: readonly Result[]): string[] {
  const examples = alignResults([results]);
  return scoreNames([results]).map(({ name, isRate }) => {
    const { count, mean } = summarize(scoreValues(examples, name, 1)[0] ?? []);
    const value = mean === undefined ? "none" : scoreText({ isRate }, mean);
    const problems = scoreProblems(results, name);
    const failed =
      problems && `; no score of ${counted(problems.count, "result")}: ${lineOf(problems.reason, TEXT_CHARS)}`;
    return `${lineOf(name, 80)}: mean ${value} of ${counted(count, "example")}${failed ?? ""}`;
  });
}

/** Failed ones first; without a score last. */
function rank({ failure, scores }: Result): number {
  if (failure !== undefined) return Number.NEGATIVE_INFINITY;
  const numbers = [...scores.values()].flatMap(({ number }) => number ?? []);
  return numbers.length === 0 ? Number.POSITIVE_INFINITY : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function resultLine(result: Result): string {
  const scores = [...result.scores].map(([name, { text }]) => `${lineOf(name, 80)} ${lineOf(text, 40)}`);
  const facts = [
    `call ${result.callId}`,
    ...scores,
    result.latencyMs === undefined ? undefined : formatDuration(result.latencyMs),
    `example ${lineOf(result.example, TEXT_CHARS)}`,
    `output ${lineOf(outputOf(result), TEXT_CHARS)}`,
  ];
  return facts.filter(Boolean).join(", ");
}

const outputOf = (result: Result | undefined) => result?.failure ?? result?.output ?? "none";
