"use client";

import { useRef } from "react";

/** The ids of rows selected for bulk actions. */
export interface RowSelection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

export interface SelectRows {
  isAll: boolean;
  isSome: boolean;
  has: (id: string) => boolean;
  /** Selects a row or not; with `range`, all rows from the last selected one to it. */
  toggle: (index: number, range: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** The selection of the loaded rows; undefined if rows cannot be selected. */
export function useRowSelection(
  rowIds: readonly string[],
  selection: RowSelection | undefined,
): SelectRows | undefined {
  const anchor = useRef<string>(undefined);
  if (!selection) return undefined;
  const { ids, onChange } = selection;
  const isAll = rowIds.length > 0 && rowIds.every((id) => ids.has(id));
  return {
    isAll,
    isSome: ids.size > 0,
    has: (id) => ids.has(id),
    toggle(index, range) {
      const id = rowIds[index];
      if (id === undefined) return;
      const from = range && anchor.current !== undefined ? rowIds.indexOf(anchor.current) : -1;
      const chosen = from < 0 ? [id] : rowIds.slice(Math.min(from, index), Math.max(from, index) + 1);
      // A range gets the state of its first row; a single row is toggled.
      const isOn = from < 0 ? !ids.has(id) : ids.has(rowIds[from] ?? id);
      const next = new Set(ids);
      for (const one of chosen) {
        if (isOn) next.add(one);
        else next.delete(one);
      }
      anchor.current = id;
      onChange(next);
    },
    toggleAll: () => onChange(isAll ? new Set() : new Set([...ids, ...rowIds])),
    clear: () => onChange(new Set()),
  };
}
