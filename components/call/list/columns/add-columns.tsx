import type { CallsListParams } from "@/lib/queries/calls";

import { AddColumn } from "./add-column";
import { AddFeedbackColumn } from "./add-feedback-column";
import type { ListLayout } from "./use-list-layout";

/** Ways to add columns: of payloads and of feedback. */
export function AddColumns({ params, layout }: { params: CallsListParams; layout: ListLayout["layout"] }) {
  return (
    <>
      <AddColumn params={params} layout={layout} />
      <AddFeedbackColumn projectId={params.projectId} layout={layout} />
    </>
  );
}
