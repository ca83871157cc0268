"use client";

import { CallsToggle } from "@/components/call/list/calls-toggle";
import { FilterBox } from "@/components/call/list/filter/filter-box";
import { useCallsView } from "@/components/call/list/use-calls-view";
import { NewJob } from "@/components/training/form/new-job";
import { TimeRange } from "@/components/ui/time-range";

import { trainingConversation } from "../conversation";

/** Composes the form of a training job and the components of calls. */
export function NewJobScreen({ projectId }: { projectId: string }) {
  const [view, change] = useCallsView();
  const filter = (
    <>
      <FilterBox id="training-calls" projectId={projectId} view={view} onChange={change} />
      <TimeRange span={view} onChange={change} />
      <CallsToggle roots={view.roots} onChange={(roots) => change({ roots })} />
    </>
  );
  return <NewJob projectId={projectId} conversation={trainingConversation} calls={{ view, filter }} />;
}
