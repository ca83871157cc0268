import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import { callBatchItem, type callBatchResponse } from "@/lib/contract/calls";
import { completedCall } from "@/lib/contract/calls-complete";
import { projectId } from "@/lib/contract/primitives";
import { validate } from "@/lib/contract/validate";
import { mapInTurns } from "@/lib/limit/turns";
import { type Identity, mayAccess, requireAccess } from "@/service/people/keys/identity";
import type { ServiceDeps } from "@/service/http/deps";
import { endWrite, startWrite } from "@/service/ingest/call-writes";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { NewRefusal } from "@/service/store/projects/projects-store";
import type { Store } from "@/service/store/store";
import { newId } from "@/service/ingest/new-id";

type ItemResult = z.infer<typeof callBatchResponse>["res"][number];

/** Many of them are no errors to be thrown: those take long to make. */
type ItemError = Pick<AppError, "code" | "message" | "errors">;

/** An item of a batch: the write, the result, and the error if it was rejected. */
type Item = { sent: unknown; writes: CallWrite[]; result: ItemResult; error?: ItemError };

/** The items of one kind of batch. */
export type BatchForm = {
  /** Parses an item; throws `invalid` if it does not match the contract. */
  read(sent: unknown, makeId: () => string, owner: string): Pick<Item, "writes" | "result">;
  /** The part of an unparsed item that names its project and its call. */
  identified(sent: unknown): unknown;
};

/** Starts and ends, independent of each other. */
const STARTS_AND_ENDS: BatchForm = {
  read(sent, makeId, owner) {
    const item = validate(callBatchItem, sent);
    if (item.mode === "end") return { writes: [endWrite(item.req.end)], result: {} };
    const write = startWrite(item.req.start, makeId, owner);
    return { writes: [write], result: { id: write.id, trace_id: write.trace_id } };
  },
  identified: (sent) => member(member(sent, "req"), member(sent, "mode") === "end" ? "end" : "start"),
};

/** Completed calls. */
export const COMPLETE_CALLS: BatchForm = {
  read(sent, makeId, owner) {
    const call = validate(completedCall, sent);
    const start = startWrite(call, makeId, owner);
    return { writes: [start, endWrite(call)], result: { id: start.id, trace_id: start.trace_id } };
  },
  identified: (sent) => sent,
};

/**
 * Accepts or rejects items individually: accepted ones are stored in one transaction; rejected ones get an error at
 * their position and are stored with the reason.
 */
export async function writeBatch(
  { store, clock }: Pick<ServiceDeps, "clock"> & { store: Pick<Store, "writeCalls" | "recordRefusals"> },
  batch: unknown[],
  identity: Identity,
  form = STARTS_AND_ENDS,
) {
  const reader = { form, identity, makeId: () => newId(clock()), allowed: new Set<string>() };
  const items = await mapInTurns(batch, (sent) => readItem(sent, reader));
  const accepted = items.flatMap((item) => item.writes.map((write) => ({ item, write })));
  const refusals = await store.writeCalls(accepted.map(({ write }) => write));
  for (const [index, { item }] of accepted.entries()) {
    const refusal = refusals[index];
    if (refusal) item.error = { ...refusal, errors: undefined };
  }
  const refused = items.filter(({ error }) => error !== undefined);
  if (refused.length > 0) {
    const kept = await mapInTurns(refused, (item) => refusalOf(item, identity, form));
    await store.recordRefusals(kept.flat());
  }
  return { res: await mapInTurns(items, resultOf), ...(refused.length > 0 && { refused: refused.length }) };
}

/** What is needed to read the items of a batch; `allowed` has the projects that the key is known to write to. */
type ItemReader = { form: BatchForm; identity: Identity; makeId: () => string; allowed: Set<string> };

function readItem(sent: unknown, { form, identity, makeId, allowed }: ItemReader): Item {
  try {
    const { writes, result } = form.read(sent, makeId, identity.owner);
    for (const { project_id } of writes) {
      if (allowed.has(project_id)) continue;
      requireAccess(identity, project_id, "member");
      allowed.add(project_id);
    }
    return { sent, writes, result };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { sent, writes: [], result: {}, error };
  }
}

function resultOf({ result, error }: Item): ItemResult {
  return error ? { error: { code: error.code, message: error.message, errors: error.errors } } : result;
}

/** Stored in the project that the item names, if possible, else in the key's own. */
function refusalOf({ sent, error }: Item, identity: Identity, form: BatchForm): NewRefusal[] {
  const item = form.identified(sent);
  const parsedProject = projectId.safeParse(member(item, "project_id"));
  const mayWrite = (project: string) => mayAccess(identity, project, "member");
  const project_id =
    parsedProject.success && mayWrite(parsedProject.data) ? parsedProject.data : identity.defaultProject;
  if (!error || !mayWrite(project_id)) return [];
  const id = member(item, "id");
  const call_id = typeof id === "string" ? id.slice(0, SHOWN_ID_CHARS) : undefined;
  return [{ project_id, source: "call", call_id, reason: error.message }];
}

const SHOWN_ID_CHARS = 200;

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
