"use client";

import { useQueryStates } from "nuqs";

import { viewParams } from "./table-params";

/** The state of a table's page, kept in the URL. */
export function useTablePageState() {
  return useQueryStates(viewParams, { history: "push" });
}
