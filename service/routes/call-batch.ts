import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import { callBatchItem, type callBatchResponse } from "@/lib/contract/calls";
import { projectId } from "@/lib/contract/primitives";
import { validate } from "@/lib/contract/validate";
import { type Identity, mayAccess, requireAccess } from "@/service/auth/identity";
import type { ServiceDeps } from "@/service/deps";
import { endWrite, startWrite } from "@/service/ingest/call-writes";
import type { CallWrite, NewRefusal } from "@/service/store/store";
import { newId } from "./new-id";

type ItemResult = z.infer<typeof callBatchResponse>["res"][number];

/** An item of a batch on its way: what is to be written, what is answered, and why it is refused if it is. */
type Item = { sent: unknown; write?: CallWrite; result: ItemResult; error?: AppError };

/**
 * Takes the items one by one: those that hold are one transaction, the others are answered with their error at their
 * position and kept with the reason.
 */
export async function writeBatch({ store, clock }: ServiceDeps, batch: unknown[], identity: Identity) {
  const items = batch.map((sent) => readItem(sent, identity, () => newId(clock())));
  const taken = items.flatMap((item) => (item.write ? [{ item, write: item.write }] : []));
  const refusals = await store.writeCalls(taken.map(({ write }) => write));
  for (const [index, { item }] of taken.entries()) {
    const refusal = refusals[index];
    if (refusal) item.error = new AppError(refusal.code, refusal.message);
  }
  const refused = items.filter(({ error }) => error !== undefined);
  if (refused.length > 0) await store.recordRefusals(refused.flatMap((item) => refusalOf(item, identity)));
  return { res: items.map(resultOf), ...(refused.length > 0 && { refused: refused.length }) };
}

function readItem(sent: unknown, identity: Identity, makeId: () => string): Item {
  try {
    const item = validate(callBatchItem, sent);
    const said = item.mode === "start" ? item.req.start : item.req.end;
    requireAccess(identity, said.project_id, "member");
    if (item.mode === "end") return { sent, write: endWrite(item.req.end), result: {} };
    const write = startWrite(item.req.start, makeId, identity.owner);
    return { sent, write, result: { id: write.id, trace_id: write.trace_id } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { sent, result: {}, error };
  }
}

function resultOf({ result, error }: Item): ItemResult {
  return error ? { error: { code: error.code, message: error.message, errors: error.errors } } : result;
}

/** Kept in the project that the item names, if it can be read and the key may write there. */
function refusalOf({ sent, error }: Item, identity: Identity): NewRefusal[] {
  const said = member(member(sent, "req"), member(sent, "mode") === "end" ? "end" : "start");
  const project = projectId.safeParse(member(said, "project_id"));
  if (!error || !project.success || !mayAccess(identity, project.data, "member")) return [];
  const id = member(said, "id");
  const call_id = typeof id === "string" ? id.slice(0, SHOWN_ID_CHARS) : undefined;
  return [{ project_id: project.data, source: "call", call_id, reason: error.message }];
}

const SHOWN_ID_CHARS = 200;

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
