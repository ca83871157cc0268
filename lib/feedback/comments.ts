import type { CommentPayload, Passage } from "@/lib/contract/comments";
import type { Feedback } from "@/lib/contract/feedback";
import { COMMENT } from "@/lib/format/feedback-words";
import { JsonNode } from "@/lib/json/node";

type Row = Partial<Feedback>;

/** A comment as it is shown. */
export interface Comment<Of extends Row = Row> {
  id: string;
  text: string;
  replyTo: string | undefined;
  passage: Passage | undefined;
  /** When it was first written. */
  writtenAt: string | undefined;
  isEdited: boolean;
  row: Of;
}

/** A comment and its replies, oldest first. */
export interface CommentThread<Of extends Row = Row> {
  /** The comment's ID. */
  id: string;
  /** Undefined if it was removed, but has replies. */
  comment: Comment<Of> | undefined;
  replies: Comment<Of>[];
}

/** The comment of a feedback record; undefined for any other feedback. */
export function commentOf<Of extends Row>(row: Of): Comment<Of> | undefined {
  const { id, feedback_type: type, payload, created_at: createdAt } = row;
  if (type !== COMMENT || id === undefined || payload === undefined) return undefined;
  const node = JsonNode.parse(payload);
  const text = node.get("text")?.string();
  if (text === undefined) return undefined;
  const editedFrom = node.get("written_at")?.string();
  return {
    id,
    text,
    replyTo: node.get("reply_to")?.string(),
    passage: readPassage(node.get("passage")),
    writtenAt: editedFrom ?? createdAt,
    isEdited: editedFrom !== undefined,
    row,
  };
}

/**
 * Comments as threads, by the time of their first comment. Threads have one level: a reply to a reply belongs to the
 * comment that the first reply is about.
 */
export function commentThreads<Of extends Row>(rows: readonly Of[]): CommentThread<Of>[] {
  const comments = rows.flatMap((row) => commentOf(row) ?? []).toSorted(byTime);
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const threads = new Map<string, CommentThread<Of>>();
  for (const comment of comments) {
    const id = rootOf(comment, byId);
    const thread = threads.get(id) ?? { id, comment: undefined, replies: [] };
    threads.set(id, thread);
    if (id === comment.id) thread.comment = comment;
    else thread.replies.push(comment);
  }
  return [...threads.values()].toSorted((a, b) => byTime(firstOf(a), firstOf(b)));
}

/** The payload of a comment after an edit of its text. */
export function editedComment(comment: Comment, text: string): CommentPayload {
  return {
    text,
    ...(comment.replyTo === undefined ? {} : { reply_to: comment.replyTo }),
    ...(comment.passage === undefined ? {} : { passage: comment.passage }),
    ...(comment.writtenAt === undefined ? {} : { written_at: comment.writtenAt }),
  };
}

/** The passage in a JSON text that `JSON.stringify` wrote, as in a draft; undefined for anything else. */
export function parsePassage(text: string): Passage | undefined {
  return readPassage(JsonNode.read(text));
}

function rootOf(comment: Comment, byId: ReadonlyMap<string, Comment>): string {
  const seen = new Set([comment.id]);
  let { id, replyTo } = comment;
  while (replyTo !== undefined && !seen.has(replyTo)) {
    seen.add(replyTo);
    id = replyTo;
    replyTo = byId.get(replyTo)?.replyTo;
  }
  return id;
}

function firstOf({ comment, replies: [reply] }: CommentThread): Pick<Comment, "id" | "writtenAt"> {
  return comment ?? reply ?? { id: "", writtenAt: undefined };
}

function byTime(a: Pick<Comment, "id" | "writtenAt">, b: Pick<Comment, "id" | "writtenAt">): number {
  const [first, second] = [a.writtenAt ?? "", b.writtenAt ?? ""];
  if (first !== second) return first < second ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function readPassage(node: JsonNode | undefined): Passage | undefined {
  const [of, quote] = [node?.get("of")?.string(), node?.get("quote")?.string()];
  if ((of !== "inputs" && of !== "output") || !quote) return undefined;
  const [start, end] = [node?.get("start")?.number(), node?.get("end")?.number()];
  const path = [...(node?.get("path")?.items() ?? [])].flatMap((step) => step.string() ?? step.number() ?? []);
  const isPlaced = node?.get("path")?.kind === "array" && start !== undefined && end !== undefined;
  return { of, quote, ...(isPlaced ? { path, start, end } : {}) };
}
