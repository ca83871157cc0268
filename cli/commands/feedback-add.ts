import { callRef } from "@/lib/contract/refs";
import { isOneEmoji } from "@/lib/contract/emoji";
import { type AnnotationSpec, annotationType, isAnnotationType } from "@/lib/feedback/annotation-spec";
import { answerOf } from "@/lib/feedback/answer-text";
import { feedbackWords, NOTE, REACTION } from "@/lib/format/feedback-words";
import { toJsonText } from "@/lib/json/text";
import { createBody, type FeedbackSubject, type NewFeedback } from "@/lib/queries/feedback";
import { feedbackOn } from "@/lib/queries/feedback-on";
import { newFeedback } from "@/lib/queries/new-feedback";
import { createQueryClient } from "@/lib/queries/query-client";
import type { Given } from "../arguments";
import { type Connection, openConnection, type Run } from "../context";
import { CommandError, EXIT, usageError } from "../exit-status";
import { readSpecs } from "../feedback-type";
import { findCall } from "../find-call";

/** Adds feedback to a call, or to the root of a trace. */
export const run: Run = async (context, given) => {
  const { out, notes, signal } = context;
  const id = given.only("The ID of a call or trace");
  const remarks = remarksOf(given);
  const answers = given.texts("answer").map(splitAnswer);
  if (remarks.length + answers.length === 0) throw usageError("Add --reaction, --note or --answer.");
  const connection = await openConnection(context, given);
  const { client, projectId } = connection;
  const call = await findCall(connection, id, signal);
  const subject = { projectId, ref: callRef(projectId, call.id) };
  // All are checked before the first one is sent.
  const specs = answers.length === 0 ? [] : await readSpecs(connection);
  const annotated = answers.map(({ name, value }) => answer(specs, name, value, projectId));
  const earlier = annotated.length === 0 ? [] : await ownFeedback(connection, subject, signal);
  for (const { record, spec } of [...remarks.map((one) => ({ record: one, spec: undefined })), ...annotated]) {
    const replaced = spec && earlier.findLast(({ feedback_type: type }) => isAnnotationType(type, spec.id));
    const body = createBody(subject, replaced?.id === undefined ? record : { ...record, id: replaced.id });
    const stored =
      replaced?.id === undefined
        ? await client.request("feedbackCreate", body, { signal })
        : await client.request("feedbackReplace", { ...body, feedback_id: replaced.id }, { signal });
    const words = feedbackWords(record.feedbackType, record.payload);
    if (given.is("json")) await out.json({ ...body, ...stored });
    else await notes.text(`${replaced ? "Replaced" : "Added"} ${words} on ${call.id}.`);
  }
  return EXIT.done;
};

function remarksOf(given: Given): NewFeedback[] {
  const [emoji, note] = [given.text("reaction"), given.text("note")];
  if (emoji !== undefined && !isOneEmoji(emoji))
    throw usageError(`--reaction ${JSON.stringify(emoji)} is not one emoji.`);
  if (note?.trim() === "") throw usageError("--note is empty.");
  return [
    ...(emoji === undefined ? [] : [newFeedback(REACTION, toJsonText({ emoji }))]),
    ...(note === undefined ? [] : [newFeedback(NOTE, toJsonText({ note }))]),
  ];
}

function splitAnswer(text: string): { name: string; value: string } {
  const at = text.indexOf("=");
  if (at < 1) throw usageError(`--answer ${JSON.stringify(text)} has not the form NAME=VALUE.`);
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

function answer(specs: readonly AnnotationSpec[], name: string, value: string, projectId: string) {
  const spec = specs.find(({ id }) => id === name) ?? specs.find((one) => one.name === name);
  if (!spec) {
    const known = specs.map(({ id }) => id).join(", ") || "none";
    throw new CommandError(`There is no annotation ${JSON.stringify(name)} in ${projectId}; there are: ${known}.`);
  }
  const { json, problem } = answerOf(spec.field, value);
  if (!json) throw usageError(`--answer ${name}=${value}: the value ${problem ?? "is missing"}.`);
  const record = newFeedback(annotationType(spec.id), toJsonText({ value: json }), { annotation_ref: spec.ref });
  return { record, spec };
}

/** What the owner of the key has given on a call, oldest first. */
async function ownFeedback({ client }: Connection, subject: FeedbackSubject, signal: AbortSignal) {
  const { key } = await client.request("keysSelf", {}, { signal });
  const rows = await createQueryClient(false).fetchQuery(feedbackOn(subject, client));
  return rows.filter(({ ext_user_id: owner }) => owner === key.owner);
}
