"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo, useState } from "react";

import { TabPanel, Tabs } from "@/components/ui/tabs";
import { useDraft } from "@/components/ui/use-draft";
import { draftGroups, type GroupBy, labelNames } from "@/lib/training/draft-groups";
import { EMPTY_CONFIG, type ConfigDraft } from "@/lib/training/job-config";
import { preflight } from "@/lib/training/preflight";

import type { ConversationOf } from "../trajectory/conversation-of";
import { FileSource } from "./groups/file-source";
import { GroupByField } from "./groups/group-by-field";
import { PasteSource } from "./groups/paste-source";
import { useFiles } from "./groups/use-files";
import { JobStep } from "./job/job-step";
import { Step } from "./step";
import { TeachStep } from "./teach/teach-step";
import { useChoices } from "./use-choices";

const sources = ["files", "paste", "calls"] as const;
const sourceParam = parseAsStringLiteral(sources);

interface NewJobProps {
  projectId: string;
  conversation: ConversationOf;
}

/** From scored trajectories to a job: where the groups come from, what they would teach, and what is sent. */
export function NewJob({ projectId, conversation }: NewJobProps) {
  const [chosen, setSource] = useQueryState("source", sourceParam);
  const source = chosen ?? "files";
  const fromFiles = useFiles();
  const pasted = useFiles();
  const { files } = source === "paste" ? pasted : fromFiles;
  const [groupBy, setGroupBy] = useState<GroupBy>({ by: "opening" });
  const choices = useChoices();
  const [openKey, setOpen] = useState<string | null>(null);
  const [modelId, setModelId] = useDraft(`training model ${projectId}`);
  const [config, setConfig] = useConfigDraft(projectId);

  const readFiles = useMemo(() => files.flatMap(({ file, found }) => (found ? [{ file, found }] : [])), [files]);
  const found = useMemo(() => readFiles.map((one) => one.found), [readFiles]);
  const blobs = useMemo(() => readFiles.map(({ file }) => file), [readFiles]);
  const groups = useMemo(() => draftGroups(found, groupBy), [found, groupBy]);
  const checked = useMemo(() => preflight(groups, choices), [groups, choices]);
  const hasLoose = found.some(({ loose }) => loose.length > 0);
  const labels = useMemo(() => labelNames(found), [found]);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <h1 className="sr-only">New training job</h1>
      <Step number={1} title="Groups">
        <Tabs
          label="Where the groups come from"
          tabs={[
            { value: "files", label: "Files" },
            { value: "paste", label: "Pasted JSON" },
          ]}
          value={source}
          onValueChange={(next) => void setSource(next)}
        >
          <TabPanel value="files" className="pt-3">
            <FileSource files={fromFiles} />
          </TabPanel>
          <TabPanel value="paste" className="pt-3">
            <PasteSource projectId={projectId} files={pasted} />
          </TabPanel>
        </Tabs>
        {hasLoose && <GroupByField groupBy={groupBy} onChange={setGroupBy} labels={labels} />}
      </Step>
      <Step number={2} title="What they would teach">
        {groups.length === 0 ? (
          <p className="text-muted">
            Nothing yet: the groups that you choose are checked here before anything is sent.
          </p>
        ) : (
          <TeachStep
            checked={checked}
            files={blobs}
            choices={choices}
            conversation={conversation}
            openKey={openKey}
            onOpen={setOpen}
          />
        )}
      </Step>
      <Step number={3} title="Job">
        <JobStep
          projectId={projectId}
          checked={checked}
          files={blobs}
          isReading={files.some(({ progress }) => progress !== undefined)}
          modelId={modelId}
          onModelChange={setModelId}
          config={config}
          onConfigChange={setConfig}
          onOpenGroup={setOpen}
        />
      </Step>
    </div>
  );
}

/** The settings as they are typed, kept in this browser. */
function useConfigDraft(projectId: string): [ConfigDraft, (change: Partial<ConfigDraft>) => void] {
  const [learningRate, setLearningRate] = useDraft(`training rate ${projectId}`);
  const [others, setOthers] = useDraft(`training settings ${projectId}`);
  const [precalculates, setPrecalculates] = useDraft(`training logprobs ${projectId}`);
  const draft = { ...EMPTY_CONFIG, learningRate, others, precalculatesLogprobs: precalculates === "yes" };
  return [
    draft,
    (change) => {
      if (change.learningRate !== undefined) setLearningRate(change.learningRate);
      if (change.others !== undefined) setOthers(change.others);
      if (change.precalculatesLogprobs !== undefined) setPrecalculates(change.precalculatesLogprobs ? "yes" : "");
    },
  ];
}
