import type { KeyboardEvent } from "react";

/** Marks the cells of a grid whose rows are edited, with the path of their column. */
const CELL = "[data-column]";

/**
 * The keys of a grid whose cells are edited: ArrowRight on a row enters its cells, the arrow keys move between cells, Enter
 * edits one, and Escape returns to its row.
 */
export function onCellKey(event: KeyboardEvent, edit: (at: number, column: string | undefined) => void): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = target.closest<HTMLElement>("[data-index]");
  if (!row) return;
  if (target === row) {
    if (key !== "ArrowRight") return;
    event.preventDefault();
    return row.querySelector<HTMLElement>(CELL)?.focus();
  }
  const column = target.dataset["column"];
  if (column === undefined) return;
  const next = cellAfter(key, row, target);
  if (key === "Enter") edit(Number(row.dataset["index"]), column);
  else if (next) next.focus();
  else return;
  event.preventDefault();
}

/** What gets the focus of a cell on a key; undefined for a key without a meaning there. */
function cellAfter(key: string, row: HTMLElement, cell: HTMLElement): HTMLElement | undefined {
  if (key === "Escape") return row;
  const cells = [...row.querySelectorAll<HTMLElement>(CELL)];
  const at = cells.indexOf(cell);
  if (key === "ArrowRight") return cells[at + 1] ?? cell;
  if (key === "ArrowLeft") return cells[at - 1] ?? row;
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (step === 0) return undefined;
  const other = row.parentElement?.querySelector(`[data-index="${Number(row.dataset["index"]) + step}"]`);
  return other ? [...other.querySelectorAll<HTMLElement>(CELL)][at] : cell;
}

/** The column of the cell that was clicked, if any. */
export function columnAt(target: EventTarget): string | undefined {
  const cell = target instanceof Element ? target.closest("[role=gridcell]") : null;
  return cell?.querySelector<HTMLElement>(CELL)?.dataset["column"];
}
