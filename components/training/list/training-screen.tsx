"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";

import { MissingExtension } from "@/components/ui/missing-extension";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { trainingPath } from "@/lib/format/address";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { trainingJobsList } from "@/lib/queries/training";

import { ModelList } from "../models/model-list";
import { NewJobLink } from "../new-job-link";
import { JobList } from "./job-list";
import { useJobsView } from "./use-jobs-view";

const tabs = [
  { value: "jobs", label: "Jobs" },
  { value: "models", label: "Trainable models" },
] as const;
const tabParam = parseAsStringLiteral(tabs.map(({ value }) => value)).withDefault("jobs");

/** The training of a project: its jobs and trainable models. */
export function TrainingScreen({ projectId }: { projectId: string }) {
  const [tab, setTab] = useQueryState("tab", tabParam);
  const [view] = useJobsView();
  const { error } = useInfiniteQuery(trainingJobsList({ projectId, view }));
  if (isMissingEndpoint(error))
    return (
      <MissingExtension lacks="list training jobs" endpoint="trainingJobs" under={trainingPath(projectId)}>
        <p className="text-muted">You can still submit jobs. Jobs submitted from this browser are listed below.</p>
        <NewJobLink projectId={projectId} />
      </MissingExtension>
    );
  return (
    <>
      <h1 className="sr-only">Training</h1>
      <Tabs
        label="Training"
        tabs={tabs}
        value={tab}
        onValueChange={(value) => void setTab(value, { history: "push" })}
        className="flex-1"
      >
        <TabPanel value="jobs" className="overflow-hidden">
          <JobList projectId={projectId} />
        </TabPanel>
        <TabPanel value="models" className="overflow-hidden">
          <ModelList projectId={projectId} />
        </TabPanel>
      </Tabs>
    </>
  );
}
