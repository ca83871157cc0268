import * as z from "zod";
import { versionRef } from "@/lib/contract/refs";
import { type ListedExperiment, listExperiments } from "@/lib/experiment/listed";
import { progressText } from "@/lib/experiment/progress";
import { scoreText } from "@/lib/experiment/score-text";
import { EVALUATE_OP, experimentNames } from "@/lib/experiment/result";
import { summaryScores } from "@/lib/experiment/summary-scores";
import { counted } from "@/lib/format/number";
import { ROW_COLUMNS } from "@/lib/queries/call-rows";
import { costOf } from "@/lib/trace-text/call-line";
import { lineOf } from "@/lib/trace-text/line";
import type { Page } from "@/service/http/mcp/fence";
import { budget, type Caller, cursor, limit, moreNote, project, readCursor, tool } from "@/service/http/mcp/tool";
import { comparisonLines, resultLines } from "./experiment-results";
import { rowsOf } from "./find-traces";
import { linesWithin } from "./lines-within";

const NEWEST = [{ field: "started_at", direction: "desc" as const }];

export const readExperiments = tool({
  name: "read_experiments",
  title: "Read experiments",
  role: "viewer",
  description: `Without an ID, lists the experiments: runs of a model or prompt over a table, with scores. With an ID, its scores and its results, the worst first, each with the ID of its call. With compare_to, how each score changed with its 95% interval, and the examples that changed most.
Examples: {}; {"id": "019aa0f2-6f6e-7a41-9d5e-4c1c7f1f9a10"}; {"id": "019aa0f2-…", "compare_to": "019aa0e0-…"}`,
  input: z.strictObject({
    project,
    id: z.string().min(1).optional(),
    compare_to: z.string().min(1).optional().describe("ID of the experiment before, the baseline"),
    limit: limit(20, 100),
    cursor,
    budget,
  }),
  async run(args, caller): Promise<Page> {
    const projectId = args.project ?? caller.defaultProject;
    if (args.id === undefined) return listPage(caller, projectId, args);
    const { head, items } =
      args.compare_to === undefined
        ? await resultLines(caller, projectId, args.id)
        : await comparisonLines(caller, projectId, { id: args.id, base: args.compare_to });
    const lines = [...head, ...items];
    const offset = readCursor(args.cursor, "number") ?? 0;
    const end = Math.max(offset, head.length) + args.limit;
    return (tokens) => {
      const { text, shown } = linesWithin(lines.slice(offset, end), tokens);
      return { data: text, notes: offset + shown < lines.length ? [moreNote(offset + shown)] : [] };
    };
  },
});

async function listPage(
  caller: Caller,
  projectId: string,
  args: { limit: number; cursor?: string | undefined },
): Promise<Page> {
  const { client, signal } = caller;
  const offset = readCursor(args.cursor, "number") ?? 0;
  const anyVersion = versionRef(projectId, { kind: "op", name: EVALUATE_OP, digest: "*" });
  const [calls, { experiments }] = await Promise.all([
    rowsOf(caller, {
      project_id: projectId,
      filter: { op_names: [anyVersion, EVALUATE_OP] },
      sort_by: NEWEST,
      columns: [...ROW_COLUMNS, "inputs", "output"],
      include_overview: true,
      include_extras: true,
      limit: args.limit + 1,
      offset,
    }),
    client.request("experimentsQuery", { project_id: projectId, limit: 100 }, { signal }),
  ]);
  const hasMore = calls.length > args.limit;
  const listed = listExperiments(calls.slice(0, args.limit), experiments, { isFirst: offset === 0, hasMore });
  const lines = listed.map(experimentLine);
  return (tokens) => {
    const { text, shown } = linesWithin(lines, tokens);
    return { data: text, notes: hasMore || shown < lines.length ? [moreNote(offset + shown)] : [] };
  };
}

function experimentLine({ id, call, run }: ListedExperiment): string {
  const { evaluation, model } = experimentNames(call?.inputs);
  const scores = summaryScores(call?.output).map(({ name, value, isRate, problems }) => {
    const failed = problems && ` (no score of ${counted(problems.count, "result")})`;
    return `${lineOf(name, 80)} ${value === undefined ? "none" : scoreText({ isRate }, value)}${failed ?? ""}`;
  });
  const facts = [
    id,
    run?.definition.name ?? call?.display_name ?? evaluation,
    run && progressText(run),
    model,
    call?.started_at ?? run?.created_at,
    ...scores,
    call?.exception === undefined ? undefined : "failed",
    costOf(call),
  ];
  return facts.flatMap((fact) => (fact ? [lineOf(fact, 160)] : [])).join(", ");
}
