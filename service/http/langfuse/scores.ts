import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { BATCH_ITEMS } from "@/lib/contract/limits";
import { list } from "@/lib/contract/list";
import { langfuseRouteWith } from "./langfuse-route";
import { storeScores, type StoredScore } from "./store-scores";

const TOO_MANY = `must have at most ${BATCH_ITEMS} items`;

/** The scores of a list are validated one by one. */
const looseScores = z.union([z.array(z.unknown()).max(BATCH_ITEMS, TOO_MANY), z.record(z.string(), z.unknown())]);

const looseEvents = z.object({
  batch: list(z.object({ id: z.string(), type: z.string(), body: z.unknown() })).max(BATCH_ITEMS, TOO_MANY),
});

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
    const bodies = batch.filter(({ type }) => type === SCORE).map(({ body }) => body);
    const stored = await storeScores(deps, bodies, caller);
    const results = stored.values();
    const all = batch.map(({ id, type }) => ({
      id,
      result: type === SCORE ? results.next().value : unsupported(type),
    }));
    const successes = all.flatMap(({ id, result }) => (result && "id" in result ? [{ id, status: 201 }] : []));
    const errors = all.flatMap(({ id, result }) => (result && "error" in result ? [failed(id, result)] : []));
    return { value: { successes, errors }, status: errors.length > 0 ? 207 : 200 };
  }),
};

function unsupported(type: string): { error: AppError } {
  const message = `Loupe does not support Langfuse's ${type} events; upgrade to an SDK version that sends traces over OpenTelemetry`;
  return { error: new AppError("not_implemented", message) };
}

function failed(id: string, { error: { status, code, message } }: Extract<StoredScore, { error: AppError }>) {
  return { id, status, message, error: code };
}
