import { v7 as uuidV7 } from "uuid";
import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import { callBatchItem, type callBatchResponse } from "@/lib/contract/calls";
import { projectId } from "@/lib/contract/primitives";
import { validate } from "@/lib/contract/validate";
import { type Identity, mayAccess, requireAccess } from "@/service/auth/identity";
import type { ServiceDeps } from "@/service/deps";
import { endWrite, startWrite } from "@/service/ingest/call-writes";
import type { CallWrite, NewRefusal } from "@/service/store/store";

type ItemResult = z.infer<typeof callBatchResponse>["res"][number];

/** An item of a batch on its way: what is to be written and answered, or why it is refused. */
type Item = { sent: unknown } & ({ write: CallWrite; result: ItemResult } | { refused: AppError });

/**
 * Takes the items one by one: those that hold are one transaction, the others are answered with their error at their
 * position and kept with the reason.
 */
export async function writeBatch(deps: ServiceDeps, batch: unknown[], identity: Identity) {
  const items = batch.map((sent) => readItem(sent, identity, deps.clock()));
  const taken = items.flatMap((item) => ("write" in item ? [item] : []));
  const refusals = await deps.store.writeCalls(taken.map(({ write }) => write));
  const refusedByStore = new Map(
    taken.flatMap((item, index) => {
      const refusal = refusals[index];
      return refusal ? [[item, new AppError(refusal.code, refusal.message)] as const] : [];
    }),
  );
  const errors = items.map((item) => ("refused" in item ? item.refused : refusedByStore.get(item)));
  const refused = items.flatMap(({ sent }, index) => refusalOf(sent, errors[index], identity));
  if (refused.length > 0) await deps.store.recordRefusals(refused);
  const count = errors.filter((error) => error !== undefined).length;
  const res = items.map((item, index) => resultOf(item, errors[index]));
  return { res, ...(count > 0 && { refused: count }) };
}

function readItem(sent: unknown, identity: Identity, now: Date): Item {
  try {
    const item = validate(callBatchItem, sent);
    const said = item.mode === "start" ? item.req.start : item.req.end;
    requireAccess(identity, said.project_id, "member");
    if (item.mode === "end") return { sent, write: endWrite(item.req.end), result: {} };
    const write = startWrite(item.req.start, newIds(now), identity.owner);
    return { sent, write, result: { id: write.id, trace_id: write.trace_id } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { sent, refused: error };
  }
}

/** Time-ordered ids for a start that brings none. */
export function newIds(now: Date): { id: string; traceId: string } {
  const msecs = now.getTime();
  return { id: uuidV7({ msecs }), traceId: uuidV7({ msecs }) };
}

function resultOf(item: Item, error: AppError | undefined): ItemResult {
  if (error) return { error: { code: error.code, message: error.message, errors: error.errors } };
  return "result" in item ? item.result : {};
}

/** Kept in the project that the item names, if it can be read and the key may write there. */
function refusalOf(sent: unknown, error: AppError | undefined, identity: Identity): NewRefusal[] {
  if (!error) return [];
  const said = member(member(sent, "req"), member(sent, "mode") === "end" ? "end" : "start");
  const project = projectId.safeParse(member(said, "project_id"));
  if (!project.success || !mayAccess(identity, project.data, "member")) return [];
  const id = member(said, "id");
  const call_id = typeof id === "string" ? id.slice(0, SHOWN_ID_CHARS) : undefined;
  return [{ project_id: project.data, source: "call", call_id, reason: error.message }];
}

const SHOWN_ID_CHARS = 200;

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
