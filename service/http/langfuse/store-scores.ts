import { AppError } from "@/lib/contract/app-error";
import { feedbackCreateRequest } from "@/lib/contract/feedback";
import { langfuseScore, type LangfuseScore } from "@/lib/contract/langfuse";
import { callRef, threadRef } from "@/lib/contract/refs";
import { validate } from "@/lib/contract/validate";
import { JsonText, toJsonText } from "@/lib/json/text";
import type { ServiceDeps } from "@/service/http/deps";
import { newFeedback } from "@/service/http/routes/feedback-batch";
import { newId } from "@/service/ingest/new-id";
import { feedbackWithId, ownFeedback } from "@/service/http/routes/own-feedback";
import { mapInTurns } from "@/lib/limit/turns";
import type { NewFeedback } from "@/service/store/feedback/feedback-store";
import type { LangfuseCaller } from "./langfuse-route";

/** Python's SDK sends 1.0 for true. */
const IS_FALSE = /^(?:0|0\.0+|false|null|"false"|"")$/i;

/** The ID of a stored score, or why it was rejected. */
export type StoredScore = { id: string } | { error: AppError };

/**
 * Stores scores as feedback, each accepted or rejected by itself, in order. A score with a known ID replaces that one,
 * so sending it again does not repeat it.
 */
export async function storeScores(
  deps: ServiceDeps,
  sent: readonly unknown[],
  caller: LangfuseCaller,
): Promise<StoredScore[]> {
  const { store, clock } = deps;
  const read = await mapInTurns(sent, (one) => accepted(() => readScore(one, caller, () => newId(clock()))));
  const scores = read.flatMap((one) => ("feedback" in one ? [one] : []));
  const stored = new Map<ReadScore, StoredScore>();
  for (const part of await inParts(store, caller.project, scores)) {
    const answers = await store.createFeedbackBatch(part.map(({ feedback }) => feedback));
    for (const [place, one] of part.entries()) stored.set(one, await storedScore(deps, one, answers[place], caller));
  }
  const traceIds = new Set(scores.flatMap(({ traceId }) => traceId ?? []));
  if (traceIds.size > 0) await store.moveFeedbackToRoots(caller.project, [...traceIds]);
  return read.map((one) => ("error" in one ? one : (stored.get(one) ?? NOT_STORED)));
}

const NOT_STORED = { error: new AppError("internal", "not stored") };

/**
 * The scores in parts that are stored one after another: a score with a known ID is replaced as of then, so it is a part
 * by itself, and later scores stay later.
 */
async function inParts(
  store: ServiceDeps["store"],
  project: string,
  scores: readonly ReadScore[],
): Promise<ReadScore[][]> {
  const known = await store.knownFeedback(
    project,
    scores.map(({ feedback }) => feedback.id),
  );
  const parts: ReadScore[][] = [[]];
  for (const score of scores) {
    if (known.has(score.feedback.id)) parts.push([score], []);
    else parts.at(-1)?.push(score);
    known.add(score.feedback.id);
  }
  return parts.filter(({ length }) => length > 0);
}

async function storedScore(
  deps: ServiceDeps,
  { feedback }: ReadScore,
  answer: Awaited<ReturnType<ServiceDeps["store"]["createFeedbackBatch"]>>[number] | undefined,
  caller: LangfuseCaller,
): Promise<StoredScore> {
  if (!answer) return NOT_STORED;
  if (!("code" in answer)) return { id: answer.id };
  if (answer.code === "conflict") return replaceScore(deps, feedback, caller);
  return { error: new AppError(answer.code, answer.message) };
}

async function replaceScore(
  { store }: ServiceDeps,
  feedback: NewFeedback,
  { identity, project }: LangfuseCaller,
): Promise<StoredScore> {
  try {
    await ownFeedback(store, identity, project, feedbackWithId(feedback.id));
    await store.replaceFeedback(feedback);
    return { id: feedback.id };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

type ReadScore = { feedback: NewFeedback; traceId: string | undefined };

function accepted(read: () => ReadScore): ReadScore | { error: AppError } {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

/**
 * A score as feedback whose type is the score's name, so that lists and charts show name and value; annotations and
 * scorers' feedback would need an object or an op that the score does not have. A correction is a corrected output. A
 * score of a trace is on its root, which may arrive later, and a score of a session on its thread.
 */
function readScore(sent: unknown, { identity, project }: LangfuseCaller, makeId: () => string): ReadScore {
  const score = validate(langfuseScore, sent);
  const { observationId, traceId, sessionId } = score;
  const callId = observationId ?? traceId;
  const subject = callId ? callRef(project, callId) : sessionId ? threadRef(project, sessionId) : undefined;
  if (!subject) throw noSubject(score);
  const feedback = validate(feedbackCreateRequest, {
    project_id: project,
    core_ref: subject,
    feedback_type: score.dataType === "CORRECTION" ? "core.correction.1" : score.name,
    payload: payloadOf(score),
  });
  return {
    feedback: newFeedback(feedback, score.id ?? makeId(), identity.owner),
    traceId: observationId ? undefined : (traceId ?? undefined),
  };
}

function noSubject({ datasetRunId }: LangfuseScore): AppError {
  const needed = "a traceId, an observationId or a sessionId";
  return datasetRunId
    ? new AppError("not_implemented", `Loupe does not support scores on dataset runs; send ${needed}`)
    : new AppError("invalid", `A score needs ${needed}`);
}

function payloadOf(score: LangfuseScore): JsonText {
  const { value, dataType, comment, traceId, metadata, environment, configId, timestamp } = score;
  const data_type = dataType ?? (value.kind === "string" ? "CATEGORICAL" : "NUMERIC");
  return toJsonText({
    ...(data_type === "CORRECTION"
      ? { output: value }
      : { value: data_type === "BOOLEAN" ? !IS_FALSE.test(value.text) : value, data_type }),
    comment: comment ?? undefined,
    trace_id: traceId ?? undefined,
    metadata: metadata ?? undefined,
    environment: environment ?? undefined,
    config_id: configId ?? undefined,
    timestamp: timestamp ?? undefined,
  });
}
