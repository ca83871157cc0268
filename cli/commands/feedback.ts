import { readAnyRef } from "@/lib/contract/refs";
import type { Feedback } from "@/lib/contract/feedback";
import { feedbackText, typeWords } from "@/lib/format/feedback-words";
import { counted } from "@/lib/format/number";
import { formatTime } from "@/lib/format/time";
import { FEEDBACK_PAGE_ROWS, readFeedbackRows } from "@/lib/queries/feedback-list";
import { type Context, openConnection, type Run } from "../context";
import { EXIT, usageError } from "../exit-status";
import { feedbackViewOf } from "../feedback-view";

const DEFAULT_ROWS = 20;

/** Lists feedback, the newest first. */
export const run: Run = async (context, given) => {
  const { out, notes, signal } = context;
  const [, more] = given.words;
  if (more !== undefined)
    throw usageError(`${JSON.stringify(more)} is one word too many; \`loupe feedback add\` adds feedback.`);
  const limit = given.is("all") ? Number.POSITIVE_INFINITY : given.count("limit", DEFAULT_ROWS);
  const connection = await openConnection(context, given);
  const { client, projectId } = connection;
  const view = await feedbackViewOf(given, connection, context);
  const readAt = Date.now();
  let until: string | undefined;
  const table = out.growingTable();
  let count = 0;
  for (let offset = 0; count < limit; offset += FEEDBACK_PAGE_ROWS) {
    const read = await readFeedbackRows({ projectId, view }, { offset, readAt, until }, client, signal);
    until ??= read[0]?.created_at;
    const rows = read.slice(0, limit - count);
    if (given.is("json")) for (const row of rows) await out.json(row);
    else if (rows.length > 0) await table(COLUMNS, cellsOf(rows, context));
    count += rows.length;
    if (read.length < FEEDBACK_PAGE_ROWS && read.length === rows.length) break;
    if (count === limit && !given.is("json"))
      await notes.line(`The newest ${counted(count, "record")}; --limit ${count * 5} or --all lists more.`);
  }
  if (count === 0 && !given.is("json")) await notes.line(`No feedback matches in ${projectId}.`);
  return EXIT.done;
};

const COLUMNS = [
  { title: "Given" },
  { title: "By", flexible: true },
  { title: "Type", flexible: true },
  { title: "On" },
  { title: "Feedback", flexible: true },
] as const;

function cellsOf(rows: readonly Partial<Feedback>[], { zone }: Pick<Context, "zone">): string[][] {
  const now = new Date();
  return rows.map(({ created_at: at, creator, ext_user_id: owner, feedback_type: type, core_ref: ref, payload }) => [
    formatTime(at, zone, "short", now),
    creator ?? owner ?? "",
    typeWords(type ?? ""),
    subjectText(ref ?? ""),
    feedbackText(type, payload),
  ]);
}

/** The id of a call, or what else a ref names. */
function subjectText(text: string): string {
  const ref = readAnyRef(text);
  if (ref?.kind === "call") return ref.id;
  return ref ? text.slice(text.indexOf(`/${ref.kind}/`) + 1) : text;
}
