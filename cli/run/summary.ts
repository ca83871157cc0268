import { formatCount } from "@/lib/format/number";
import { differenceText, scoreText } from "@/lib/experiment/score-text";
import type { Output } from "../terminal/output";
import type { Outcome, ScoreOutcome } from "./outcome";
import type { Check } from "./thresholds";

/** Prints the scores, and then each threshold with what was found. */
export async function printSummary(out: Output, { scores }: Outcome, checks: readonly Check[]): Promise<void> {
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
  const [mean, low, high] = [difference.mean, difference.low, difference.high].map((value) =>
    differenceText(score, value),
  );
  return `${mean} [${low}, ${high}]`;
}

/** The same for programs. */
export function summaryJson(
  { experiment, baseline, scores }: Outcome,
  checks: readonly Check[],
  url: string | undefined,
): object {
  return {
    id: experiment.id,
    name: experiment.definition.name,
    status: experiment.status,
    rows: experiment.rows,
    cost_usd: experiment.cost_usd,
    baseline,
    scores: scores.map(({ name, isRate, mean, count, baseline: other, difference }) => ({
      name,
      is_rate: isRate,
      mean,
      count,
      ...(other && { baseline_mean: other.mean, difference }),
    })),
    thresholds: checks.map(({ name, isPassed, found }) => ({ name, passed: isPassed, found })),
    passed: checks.every(({ isPassed }) => isPassed),
    url,
  };
}
