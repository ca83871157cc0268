"use client";

import dynamic from "next/dynamic";
import { useCallback, useRef, useState, type ReactNode } from "react";

import { Skeleton } from "@/components/ui/skeleton";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { type FormDraft, useFormDraft } from "@/components/ui/use-draft";
import type { TrainingJob } from "@/lib/contract/training";
import type { CallsView } from "@/lib/filter/calls-view";
import { CALL_LABELS } from "@/lib/training/call-labels";
import { draftGroups, NO_DRAFTS } from "@/lib/training/draft-groups";
import { type ConfigDraft, draftOfConfig, EMPTY_CONFIG } from "@/lib/training/job-config";
import { NO_PREFLIGHT, preflight } from "@/lib/training/preflight";

import type { ConversationOf } from "../trajectory/conversation-of";
import { CallSource } from "./groups/call-source";
import { EarlierJob } from "./groups/earlier-job";
import { FileSource } from "./groups/file-source";
import { GroupByField } from "./groups/group-by-field";
import { PasteSource } from "./groups/paste-source";
import { useGroupSources } from "./groups/use-group-sources";
import { JobStep } from "./job/job-step";
import { Step } from "./step";
import { useChoices } from "./use-choices";
import { useSteps } from "./use-steps";

// Loaded once there are groups.
const TeachStep = dynamic(async () => (await import("./teach/teach-step")).TeachStep, {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full" />,
});

const sourceTabs = [
  { value: "files", label: "Files" },
  { value: "paste", label: "Pasted JSON" },
  { value: "calls", label: "Calls" },
] as const;
const callLabelWords = {
  [CALL_LABELS.input]: "Same input",
  [CALL_LABELS.thread]: "Same thread",
  [CALL_LABELS.trace]: "Same trace",
};

const emptyJob = { modelId: "", learningRate: "", method: "", others: "", precalculatesLogprobs: "", testTable: "" };
type JobFields = FormDraft<keyof typeof emptyJob>["fields"];

interface NewJobProps {
  projectId: string;
  conversation: ConversationOf;
  /** The selected calls, and links to select others. */
  calls: { view: CallsView; filter: ReactNode };
}

/** The form of a training job: the source of the groups, their training signal, and the request. */
export function NewJob({ projectId, conversation, calls }: NewJobProps) {
  const sources = useGroupSources(projectId, calls.view);
  const { source, found, blobs, rewards, groupBy } = sources;
  const choices = useChoices();
  const [openKey, setOpen] = useState<string | null>(null);
  const draft = useFormDraft(`training:${projectId}`, emptyJob);
  const { modelId, testTable } = draft.fields;
  const config = configOf(draft.fields);

  const teaching = useRef<HTMLDivElement>(null);
  const showGroup = (key: string) => {
    setOpen(key);
    teaching.current?.scrollIntoView({ block: "end" });
  };
  const beginWith = (job: TrainingJob, body: File) => {
    sources.fromFiles.add([body]);
    draft.change({
      modelId: job.model_id,
      testTable: job.test_table_ref ?? "",
      ...textsOf(draftOfConfig(job.experimental_config)),
    });
  };
  const drafting = useSteps(useCallback(() => draftGroups(found, groupBy), [found, groupBy]));
  const drafts = drafting.outcome;
  const checking = useSteps(
    useCallback(
      () => preflight(drafts ?? NO_DRAFTS, { ...choices, rewards: new Map([...rewards, ...choices.rewards]) }),
      [drafts, choices, rewards],
    ),
  );
  const checked = checking.outcome ?? NO_PREFLIGHT;
  const isBehind = drafting.isBehind || checking.isBehind;
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <h1 className="px-4 pt-4 text-title font-semibold">New training job</h1>
      <Step number={1} title="Groups">
        <Tabs isFlush label="Source of the groups" tabs={sourceTabs} value={source} onValueChange={sources.setSource}>
          <TabPanel value="files" className="grid grid-cols-1 gap-3 pt-3">
            {sources.job !== "" && <EarlierJob key={sources.job} id={sources.job} onRead={beginWith} />}
            <FileSource files={sources.fromFiles} />
          </TabPanel>
          <TabPanel value="paste" className="pt-3">
            <PasteSource draft={sources.pastedDraft} files={sources.pasted} readText={sources.pastedText} />
          </TabPanel>
          <TabPanel value="calls" className="pt-3">
            <CallSource
              projectId={projectId}
              choice={sources.choice}
              filter={calls.filter}
              chosen={sources.calls}
              {...sources.rule}
              onUseFilter={sources.useFilter}
            />
          </TabPanel>
        </Tabs>
        {found.some(({ loose }) => loose.length > 0) && (
          <GroupByField
            groupBy={groupBy}
            onChange={sources.setGroupBy}
            labels={drafts?.labels ?? []}
            words={callLabelWords}
          />
        )}
      </Step>
      <Step number={2} title="Training signal">
        {checked.groups.length === 0 ? (
          <p className="text-muted">No groups yet. The groups you choose are checked here before you submit.</p>
        ) : (
          <div ref={teaching}>
            <TeachStep
              key={source}
              checked={checked}
              files={blobs}
              choices={choices}
              conversation={conversation}
              openKey={openKey}
              onOpen={setOpen}
            />
          </div>
        )}
      </Step>
      <Step number={3} title="Job">
        <JobStep
          projectId={projectId}
          checked={checked}
          files={blobs}
          isReading={sources.isReading || isBehind}
          modelId={modelId}
          onModelChange={(id) => draft.change({ modelId: id })}
          config={config}
          onConfigChange={(change) => draft.change(textsOf(change))}
          testTable={testTable}
          onTestTableChange={(ref) => draft.change({ testTable: ref })}
          draft={draft}
          onSent={sources.pastedDraft.clear}
          onOpenGroup={showGroup}
        />
      </Step>
    </div>
  );
}

/** The settings as strings, as the browser stores them. */
function configOf({ learningRate, method, others, precalculatesLogprobs }: JobFields): ConfigDraft {
  return { ...EMPTY_CONFIG, learningRate, method, others, precalculatesLogprobs: precalculatesLogprobs === "yes" };
}

function textsOf({ precalculatesLogprobs: precalculates, ...texts }: Partial<ConfigDraft>): Partial<JobFields> {
  return { ...texts, ...(precalculates === undefined ? {} : { precalculatesLogprobs: precalculates ? "yes" : "" }) };
}
