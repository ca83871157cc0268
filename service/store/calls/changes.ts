import { callKey } from "./merge";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";

const HOUR_CHARS = "2026-11-20T08".length;

/** The changes of a transaction that concern hours: when calls start, and which calls are their parents. */
export class CallChanges {
  readonly #hours = new Map<string, { project: string; startedAt: string }>();
  readonly #parents = new Map<string, { project: string; parentId: string }>();

  /** `startedAt` as the store has it; a call without it is not shown. */
  add(project: string, startedAt: string | undefined, parentId: string | undefined): void {
    if (startedAt === undefined) return;
    this.#hours.set(callKey(project, startedAt.slice(0, HOUR_CHARS)), { project, startedAt });
    if (parentId !== undefined) this.#parents.set(callKey(project, parentId), { project, parentId });
  }

  /** A call before or after the change. */
  addRow(row: Row): void {
    this.add(requiredText(row, "project_id"), optionalText(row, "started_at"), optionalText(row, "parent_id"));
  }

  /** The values of `SETTLE_CALLS` for these changes. */
  toArrays(): unknown[] {
    const [hours, parents] = [[...this.#hours.values()], [...this.#parents.values()]];
    return [
      textArray([...hours, ...parents].map(({ project }) => project)),
      textArray([...hours.map(({ startedAt }) => startedAt), ...parents.map(() => undefined)]),
      textArray([...hours.map(() => undefined), ...parents.map(({ parentId }) => parentId)]),
    ];
  }
}
