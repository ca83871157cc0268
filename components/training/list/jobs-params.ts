import { createLoader, parseAsString, parseAsStringLiteral, type SearchParams } from "nuqs/server";

import type { JobsView } from "@/lib/queries/training";

import { JOB_STATUSES } from "../job-status";

/** How the address has the view of the list of jobs. */
export const viewParams = { status: parseAsStringLiteral(JOB_STATUSES), model: parseAsString, call: parseAsString };

/** The view of the list of jobs at an address. */
export function jobsViewAt(search: SearchParams): JobsView {
  return createLoader(viewParams)(search);
}
