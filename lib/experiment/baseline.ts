import type { CallRow } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";

/** The evaluation that an experiment ran: its ref, or its JSON; undefined if its call names none. */
export function evaluationOf({ inputs }: Pick<CallRow, "inputs">): string | undefined {
  const value = inputs && JsonNode.parse(inputs).get("self");
  return value && (value.string() ?? value.raw);
}

/** The pinned baselines of a project: the id of an experiment by its evaluation. */
export type PinnedBaselines = ReadonlyMap<string, string>;

/** Whether an experiment is the pinned baseline of its evaluation. */
export function isPinned(pinned: PinnedBaselines, row: Pick<CallRow, "id" | "inputs">): boolean {
  return pinned.get(evaluationOf(row) ?? "") === row.id;
}

/** The place of the baseline among compared experiments: the chosen one, otherwise the first that is pinned, or the first. */
export function baselinePlace(
  rows: readonly Pick<CallRow, "id" | "inputs">[],
  chosen: string,
  pinned: PinnedBaselines,
): number {
  const place = rows.findIndex(({ id }) => id === chosen);
  return place === -1
    ? Math.max(
        0,
        rows.findIndex((row) => isPinned(pinned, row)),
      )
    : place;
}

/** The pinned baselines that compared experiments have and that are not among them, by id. */
export function missingBaselines(rows: readonly Pick<CallRow, "id" | "inputs">[], pinned: PinnedBaselines): string[] {
  const wanted = rows.flatMap((row) => pinned.get(evaluationOf(row) ?? "") ?? []);
  return [...new Set(wanted)].filter((id) => rows.every((row) => row.id !== id));
}
