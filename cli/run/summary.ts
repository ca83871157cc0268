import { counted, formatCount } from "@/lib/format/number";
import { differenceText, scoreText } from "@/lib/experiment/score-text";
import type { Output } from "../terminal/output";
import type { Outcome, ScoreOutcome } from "./outcome";
import type { Check } from "./thresholds";

/** Prints the scores, and then each threshold with what was found. */
export async function printSummary(out: Output, { scores }: Outcome, checks: readonly Check[]): Promise<void> {
  for (const { name, problems } of scores)
    if (problems) await out.text(`${name}: no score of ${counted(problems.count, "result")}: ${problems.reason}`);
  if (scores.length > 0) {
    const isCompared = scores.some(({ baseline }) => baseline);
    await out.table(
      [
        { title: "Score", flexible: true },
        { title: "Mean", align: "end" },
        { title: "Examples", align: "end" },
        ...(isCompared ? ([{ title: "Baseline", align: "end" }, { title: "Difference (95%)" }] as const) : []),
      ],
      scores.map((score) => [
        score.name,
        scoreText(score, score.mean),
        formatCount(score.count),
        ...(isCompared ? [scoreText(score, score.baseline?.mean), intervalText(score)] : []),
      ]),
    );
    await out.line();
  }
  await out.table(
    [{ title: "", tone: (text) => (text === "✓" ? "green" : "red") }, { title: "" }, { title: "" }],
    checks.map(({ name, isPassed, found }) => [
      isPassed ? "✓" : "✗",
      name,
      isPassed && name === "completed" ? "" : found,
    ]),
    false,
  );
}

function intervalText(score: ScoreOutcome): string {
  const { difference } = score;
  if (!difference) return "—";
  const [low, high] = [difference.interval?.low, difference.interval?.high].map(
    (value) => value !== undefined && differenceText(score, value),
  );
  const interval = difference.interval ? ` [${low}, ${high}]` : "";
  return `${differenceText(score, difference.mean)}${interval} of ${counted(difference.count, "example")}`;
}

/** The same for programs. */
export function summaryJson(
  { experiment, baselines, scores }: Outcome,
  checks: readonly Check[],
  url: string | undefined,
): object {
  return {
    id: experiment.id,
    name: experiment.definition.name,
    status: experiment.status,
    rows: experiment.rows,
    unscored: experiment.unscored,
    duration_ms: experiment.duration_ms,
    cost_usd: experiment.cost_usd,
    unpriced: experiment.unpriced,
    baseline: baselines.length === 1 ? baselines[0] : undefined,
    scores: scores.map(({ name, isRate, mean, count, problems, baseline: other, difference }) => ({
      name,
      is_rate: isRate,
      mean,
      count,
      problems,
      ...(other && { baseline: other.id, baseline_mean: other.mean, difference: differenceJson(difference) }),
    })),
    thresholds: checks.map(({ name, isPassed, found }) => ({ name, passed: isPassed, found })),
    passed: checks.every(({ isPassed }) => isPassed),
    url,
  };
}

function differenceJson(difference: ScoreOutcome["difference"]) {
  if (!difference) return undefined;
  const { interval, ...rest } = difference;
  return { ...rest, ...interval };
}
