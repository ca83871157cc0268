import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import {
  type Feedback,
  type FeedbackCreate,
  type feedbackBatchResponse,
  feedbackCreateRequest,
} from "@/lib/contract/feedback";
import type { itemError } from "@/lib/contract/errors";
import { validate } from "@/lib/contract/validate";
import { type Identity, requireAccess } from "@/service/people/keys/identity";
import type { ServiceDeps } from "@/service/http/deps";
import { mapInTurns } from "@/lib/limit/turns";
import type { NewFeedback } from "@/service/store/feedback/feedback-store";
import type { Store } from "@/service/store/store";
import { annotationErrors } from "./annotation-values";
import { newId } from "@/service/ingest/new-id";

type BatchAnswer = z.infer<typeof feedbackBatchResponse>;
type ItemError = z.infer<typeof itemError>;

/**
 * Accepts or rejects items individually: accepted ones are stored in one transaction, rejected ones get their error.
 */
export async function createBatch(
  { store, clock }: Pick<ServiceDeps, "clock"> & { store: Pick<Store, "createFeedbackBatch" | "readObjectValues"> },
  batch: unknown[],
  identity: Identity,
): Promise<BatchAnswer> {
  const read = await mapInTurns(batch, (sent) => readItem(sent, identity));
  const inputs = read.flatMap(({ input }) => input ?? []);
  const errors = await annotationErrors(store, inputs);
  let checked = 0;
  const items = await mapInTurns(read, ({ input, error }): { feedback?: NewFeedback; error?: ItemError } => {
    if (!input) return { error };
    const problem = errors[checked];
    checked += 1;
    return problem
      ? { error: itemErrorOf(problem) }
      : { feedback: newFeedback(input, input.id ?? newId(clock()), identity.owner) };
  });
  const answers = await store.createFeedbackBatch(items.flatMap(({ feedback }) => feedback ?? []));
  let stored = 0;
  const res = items.map(({ feedback, error }) => {
    const answer = feedback && answers[stored];
    if (feedback) stored += 1;
    if (answer && !("code" in answer)) return createdFeedback(answer, identity.owner);
    return { error: answer ?? error };
  });
  const refused = res.filter((item) => "error" in item).length;
  return { res, ...(refused > 0 && { refused }) };
}

function readItem(sent: unknown, identity: Identity): { input?: FeedbackCreate; error?: ItemError } {
  try {
    const input = validate(feedbackCreateRequest, sent);
    requireAccess(identity, input.project_id, "annotator");
    return { input };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: itemErrorOf(error) };
  }
}

const itemErrorOf = ({ code, message, errors }: AppError): ItemError => ({ code, message, errors });

/** The response for stored feedback. */
export function createdFeedback({ id, created_at, ext_user_id, payload }: Feedback, owner: string) {
  return { id, created_at, ext_user_id: ext_user_id ?? owner, payload };
}

/** Feedback for the store from a body; its owner is that of the key. */
export function newFeedback(input: Omit<FeedbackCreate, "id">, id: string, owner: string): NewFeedback {
  return {
    id,
    project_id: input.project_id,
    core_ref: input.core_ref,
    feedback_type: input.feedback_type,
    payload: input.payload,
    creator: input.creator ?? undefined,
    annotation_ref: input.annotation_ref ?? undefined,
    runnable_ref: input.runnable_ref ?? undefined,
    call_ref: input.call_ref ?? undefined,
    trigger_ref: input.trigger_ref ?? undefined,
    ext_user_id: owner,
  };
}
