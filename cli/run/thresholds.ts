import { counted, formatCount } from "@/lib/format/number";
import { differenceText, scoreText } from "@/lib/experiment/score-text";
import { STATUS_WORDS } from "@/lib/experiment/progress";
import { usageError } from "../exit-status";
import type { Outcome, ScoreOutcome } from "./outcome";

/** What an experiment must reach, by score. */
export interface Thresholds {
  failUnder: ReadonlyMap<string, number>;
  failOver: ReadonlyMap<string, number>;
  maxLoss: ReadonlyMap<string, number>;
  maxFailures: number;
}

/** A threshold, and whether it is reached. */
export interface Check {
  name: string;
  isPassed: boolean;
  /** What was found. */
  found: string;
}

/** Thresholds as they are typed: `accuracy=0.9`, or a rate as `accuracy=90%`. */
export function readThresholds(option: string, texts: readonly string[]): Map<string, number> {
  return new Map(
    texts.map((text) => {
      const [, name, number, percent] = /^(.+)=(-?\d+(?:\.\d+)?)(%?)$/s.exec(text) ?? [];
      if (name === undefined)
        throw usageError(`--${option} ${JSON.stringify(text)} has not the form SCORE=0.9 or SCORE=90%.`);
      return [name, Number(number) / (percent ? 100 : 1)] as const;
    }),
  );
}

/** Every threshold, and that the experiment has run to its end. */
export function checkOutcome(outcome: Outcome, { failUnder, failOver, maxLoss, maxFailures }: Thresholds): Check[] {
  const { status, reason, rows } = outcome.experiment;
  return [
    {
      name: "completed",
      isPassed: status === "completed",
      found: reason === undefined ? STATUS_WORDS[status] : `${STATUS_WORDS[status]}: ${reason}`,
    },
    {
      name: `at most ${formatCount(maxFailures)} failed rows`,
      isPassed: rows.failed <= maxFailures,
      found: formatCount(rows.failed),
    },
    ...[...failUnder].map(([name, least]) => bound(outcome, name, `at least`, least, (mean) => mean >= least)),
    ...[...failOver].map(([name, most]) => bound(outcome, name, `at most`, most, (mean) => mean <= most)),
    ...[...maxLoss].map(([name, most]) => loss(outcome, name, most)),
  ];
}

function bound(
  { scores }: Outcome,
  name: string,
  words: string,
  limit: number,
  isReached: (mean: number) => boolean,
): Check {
  const score = scoreNamed(scores, name);
  const isRate = score?.isRate ?? false;
  const isPassed = score?.mean !== undefined && isReached(score.mean);
  return {
    name: `${name} ${words} ${scoreText({ isRate }, limit)}`,
    isPassed,
    found: score?.mean === undefined ? missingScore(name, scores) : scoreText(score, score.mean),
  };
}

function loss({ scores }: Outcome, name: string, most: number): Check {
  const score = scoreNamed(scores, name);
  const check = `${name} at most ${scoreText({ isRate: score?.isRate ?? false }, most)} below the baseline`;
  if (score?.mean === undefined) return { name: check, isPassed: false, found: missingScore(name, scores) };
  if (score.baseline === undefined)
    return { name: check, isPassed: false, found: "no baseline is pinned; pin one, or name one with --baseline" };
  if (!score.difference) return { name: check, isPassed: false, found: "no example has the score in both experiments" };
  return {
    name: check,
    isPassed: score.difference.mean >= -most,
    found: differenceText(score, score.difference.mean),
  };
}

/** The score with a name; a scorer's name is enough if it has only one score, such as `exact.score`. */
function scoreNamed(scores: readonly ScoreOutcome[], name: string): ScoreOutcome | undefined {
  const [only, ...more] = scores.filter((one) => one.name.startsWith(`${name}.`));
  return scores.find((one) => one.name === name) ?? (more.length === 0 ? only : undefined);
}

function missingScore(name: string, scores: readonly ScoreOutcome[]): string {
  const problems = scoreNamed(scores, name)?.problems;
  if (problems) return `no score of ${counted(problems.count, "result")}: ${problems.reason}`;
  const known = scores.map((one) => one.name).join(", ") || "none";
  return `no result has the score ${name}; scores: ${known}`;
}
