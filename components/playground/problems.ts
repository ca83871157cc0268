import type { FieldError } from "@/lib/contract/field-errors";

/** Errors that prevent a pane from running, by field. */
export interface PaneProblem extends FieldError {
  pane: string;
}

/** A stable reference, so that items without problems are not re-rendered. */
export const noProblems: readonly PaneProblem[] = [];

export function problemsOf(problems: readonly PaneProblem[], pane: string): readonly PaneProblem[] {
  const own = problems.filter((problem) => problem.pane === pane);
  return own.length === 0 ? noProblems : own;
}

/** Problems of the turns that some panes share, without duplicates. */
export function problemsOfTurns(problems: readonly PaneProblem[], sharing: readonly string[]): readonly PaneProblem[] {
  const found = new Map<string, PaneProblem>();
  for (const problem of problems)
    if (problem.path.startsWith("messages") && sharing.includes(problem.pane))
      found.set(`${problem.path} ${problem.message}`, problem);
  return found.size === 0 ? noProblems : [...found.values()];
}
