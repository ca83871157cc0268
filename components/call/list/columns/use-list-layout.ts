"use client";

import { useQueryStates } from "nuqs";
import { useEffect, useMemo } from "react";

import { type ColumnLayout, orderedIds, unchangedLayout } from "@/components/data-table/column-layout";
import { useRememberedLayout } from "@/components/data-table/use-data-table";
import { feedbackPlaces } from "@/lib/contract/feedback-field";
import { isValuePath } from "@/lib/filter/fields";

import { layoutParams } from "../calls-params";
import { callColumns } from "./columns";
import { storedLayout } from "./list-layout";

const listId = "calls";
const fixedIds = callColumns.map(({ id }) => id);
const optionalIds = callColumns.flatMap(({ id, meta }) => (meta?.optional ? [id] : []));
const defaultIds = visibleIds(unchangedLayout);

export interface ListLayout {
  layout: [ColumnLayout, (layout: ColumnLayout) => void];
  /** Paths of attributes and of values inside payloads that have columns. */
  paths: readonly string[];
  /** Fields of values inside feedback that have columns. */
  feedback: readonly string[];
}

/**
 * The columns of the trace list: in the URL, so that a shared link shows the same ones, and stored for the next visit.
 */
export function useListLayout(): ListLayout {
  const [stored, remember] = useRememberedLayout(listId);
  const remembered = useMemo(() => storedLayout(stored), [stored]);
  const [{ col, pin }, setAddress] = useQueryStates(layoutParams, { history: "replace" });
  const isAddressed = col.length > 0;
  const columns = useMemo(() => col.filter((id) => fixedIds.includes(id) || isAddable(id)), [col]);
  const layout = useMemo<ColumnLayout>(
    () =>
      isAddressed
        ? {
            sizes: remembered.sizes,
            order: columns,
            pinned: pin,
            hidden: fixedIds.filter((id) => !columns.includes(id) && !optionalIds.includes(id)),
            shown: columns.filter((id) => !fixedIds.includes(id) || optionalIds.includes(id)),
          }
        : remembered,
    [isAddressed, columns, pin, remembered],
  );
  const visible = visibleIds(layout);
  const isDefault = visible.join("\n") === defaultIds.join("\n") && layout.pinned.length === 0;

  // The user's added columns are part of the link.
  useEffect(() => {
    if (!isAddressed && !isDefault) void setAddress({ col: visible, pin: layout.pinned });
  });

  const paths = useMemo(() => layout.shown.filter((id) => !fixedIds.includes(id) && isValuePath(id)), [layout]);
  const feedback = useMemo(() => layout.shown.filter((id) => feedbackPlaces(id) !== undefined), [layout]);
  const setLayout = (next: ColumnLayout) => {
    remember(next);
    const ids = visibleIds(next);
    const isPlain = ids.join("\n") === defaultIds.join("\n") && next.pinned.length === 0;
    void setAddress(isPlain ? { col: null, pin: null } : { col: ids, pin: next.pinned });
  };
  return { layout: [layout, setLayout], paths, feedback };
}

/** Whether a column can be added for this path. */
export function isAddable(id: string): boolean {
  return isValuePath(id) || feedbackPlaces(id) !== undefined;
}

/** The columns that a layout shows, from left to right. */
function visibleIds(layout: ColumnLayout): string[] {
  const shown = layout.shown.filter((id) => fixedIds.includes(id) || isAddable(id));
  const ids = [...fixedIds, ...shown.filter((id) => !fixedIds.includes(id))];
  return orderedIds(layout, ids).filter((id) =>
    optionalIds.includes(id) || !fixedIds.includes(id) ? shown.includes(id) : !layout.hidden.includes(id),
  );
}
