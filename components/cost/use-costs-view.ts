"use client";

import { useQueryStates } from "nuqs";

import { viewParams } from "./costs-params";

/** The whole view of the costs page, kept in the URL. */
export function useCostsView() {
  return useQueryStates(viewParams);
}
