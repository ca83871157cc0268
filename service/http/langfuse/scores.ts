import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { BATCH_ITEMS } from "@/lib/contract/limits";
import { check, invalid } from "@/lib/contract/validate";
import { langfuseRouteWith } from "./langfuse-route";
import { storeScores, type StoredScore } from "./store-scores";

const TOO_MANY = `must have at most ${BATCH_ITEMS} items`;

/** The scores of a list are validated one by one. */
const looseScores = z.union([z.array(z.unknown()).max(BATCH_ITEMS, TOO_MANY), z.record(z.string(), z.unknown())]);

/** So are events. */
const looseEvents = z.object({ batch: z.array(z.unknown()).max(BATCH_ITEMS, TOO_MANY) });
const looseEvent = z.object({ id: z.string(), type: z.string(), body: z.unknown() });
/** The ID of an event that is malformed otherwise. */
const eventId = z.object({ id: z.union([z.string(), z.number()]) });

const SCORE = "score-create";

export const scoreRoutes = {
  langfuseScores: langfuseRouteWith(endpoints.langfuseScores, looseScores, async (deps, sent, caller) => {
    const stored = await storeScores(deps, Array.isArray(sent) ? sent : [sent], caller);
    const errors = stored.flatMap((one) => ("error" in one ? [one.error] : []));
    const [first] = stored;
    if (!Array.isArray(sent)) {
      if (first && "id" in first) return { value: { id: first.id } };
      throw errors[0] ?? new AppError("internal", "The score was not stored");
    }
    if (errors.length === 0) return { value: { message: "Accepted" as const }, status: 202 };
    const rejected = errors.map(({ message }) => ({ message }));
    return {
      value: { accepted: stored.length - errors.length, rejected: errors.length, errors: rejected },
      status: 207,
    };
  }),

  langfuseIngestion: langfuseRouteWith(endpoints.langfuseIngestion, looseEvents, async (deps, { batch }, caller) => {
    const events = batch.map(readEvent);
    const bodies = events.flatMap(({ body, error }) => (error ? [] : [body]));
    const stored = await storeScores(deps, bodies, caller);
    const results = stored.values();
    const all = events.map((event) => ({ id: event.id, result: event.error ?? results.next().value }));
    const successes = all.flatMap(({ id, result }) => (result && "id" in result ? [{ id, status: 201 }] : []));
    const errors = all.flatMap(({ id, result }) => (result && "error" in result ? [failed(id, result)] : []));
    return { value: { successes, errors }, status: errors.length > 0 ? 207 : 200 };
  }),
};

/** The body of an event that is a score, or why the event is rejected. */
function readEvent(sent: unknown): { id: string; body?: unknown; error?: { error: AppError } } {
  const read = check(looseEvent, sent);
  if ("errors" in read)
    return { id: String(eventId.safeParse(sent).data?.id ?? ""), error: { error: invalid(read.errors) } };
  const { id, type, body } = read.data;
  return type === SCORE ? { id, body } : { id, error: unsupported(type) };
}

function unsupported(type: string): { error: AppError } {
  const message = `Loupe does not support Langfuse's ${type} events; upgrade to an SDK version that sends traces over OpenTelemetry`;
  return { error: new AppError("not_implemented", message) };
}

function failed(id: string, { error: { status, code, message } }: Extract<StoredScore, { error: AppError }>) {
  return { id, status, message, error: code };
}
