"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo, useRef, useState } from "react";

import { useDraft } from "@/components/ui/use-draft";
import type { CallsView } from "@/lib/filter/calls-view";
import type { CallsChoice } from "@/lib/queries/training-calls";
import { CALL_LABELS } from "@/lib/training/call-labels";
import type { GroupBy, ReadFile } from "@/lib/training/draft-groups";
import { feedbackChoices, proposedRule, type RewardRule } from "@/lib/training/reward-rule";

import { namedByCall, rewardsOfCalls } from "./call-groups";
import { useCalls } from "./use-calls";
import { useFiles } from "./use-files";

const sources = ["files", "paste", "calls"] as const;
export type Source = (typeof sources)[number];

const parsers = {
  source: parseAsStringLiteral(sources),
  /** Ids of calls that were chosen one by one, parted by commas; they win over the filter. */
  ids: parseAsString.withDefault(""),
  /** A type of feedback: the calls that it was given on; it wins over the filter. */
  feedback: parseAsString.withDefault(""),
  /** A job whose groups and settings are begun with. */
  job: parseAsString.withDefault(""),
};

const noRewards: ReadonlyMap<string, number> = new Map();
const byOpening: GroupBy = { by: "opening" };
const byInput: GroupBy = { by: "label", name: CALL_LABELS.input };

/** Where groups come from: files, what is pasted, or calls; each keeps what it has while another is looked at. */
export function useGroupSources(projectId: string, view: CallsView) {
  const [{ source: chosen, ids, feedback, job }, setParams] = useQueryStates(parsers);
  const fromFiles = useFiles();
  const pasted = useFiles();
  const pastedDraft = useDraft(`training groups:${projectId}`);
  /** What of the pasted text has been read. */
  const pastedText = useRef("");
  const callFile = useFiles();
  const calls = useCalls(projectId, callFile);
  const isOfCalls = job === "" && (ids !== "" || feedback !== "" || view.q !== "");
  const source: Source = chosen ?? (isOfCalls ? "calls" : "files");
  const byView = useMemo<CallsChoice>(() => ({ view }), [view]);
  const elsewhere = useMemo<CallsChoice | undefined>(() => {
    if (ids !== "") return { ids: [...new Set(ids.split(",").filter((id) => id !== ""))] };
    return feedback === "" ? undefined : { feedbackType: feedback };
  }, [ids, feedback]);

  const read = calls.calls;
  const choices = useMemo(() => feedbackChoices(read ? [...read.feedback.values()].flat() : []), [read]);
  const [ownRule, setRule] = useState<RewardRule>();
  const proposed = choices.find(({ type }) => type === feedback) ?? choices[0];
  const rule = useMemo(() => ownRule ?? (proposed && proposedRule(proposed)), [ownRule, proposed]);

  const { files, progress } = { files: fromFiles, paste: pasted, calls: callFile }[source];
  const found = useMemo(
    () =>
      files.flatMap(({ file, found: inFile }): ReadFile[] => {
        if (!inFile) return [];
        return [read && file === read.file ? namedByCall(inFile, read) : inFile];
      }),
    [files, read],
  );
  const rewards = useMemo(() => {
    const [ofCalls] = found;
    return source === "calls" && ofCalls && read && rule ? rewardsOfCalls(ofCalls, read, rule) : noRewards;
  }, [source, found, read, rule]);
  const allFiles = [fromFiles.files, pasted.files, callFile.files];
  const blobs = useMemo(
    () => new Map(allFiles.flat().map(({ id, file }) => [id, file])),
    // oxlint-disable-next-line react/exhaustive-deps -- each of the three lists keeps its identity until it changes
    allFiles,
  );

  const [groupings, setGroupings] = useState<Partial<Record<Source, GroupBy>>>({});
  const groupBy = groupings[source] ?? (source === "calls" ? byInput : byOpening);
  return {
    source,
    /** Id of the job that this one is to be like. */
    job,
    setSource: (next: Source) => void setParams({ source: next }),
    fromFiles,
    pasted,
    pastedText,
    pastedDraft,
    calls,
    choice: elsewhere ?? byView,
    useFilter: () => void setParams({ source: "calls", ids: "", feedback: "" }),
    rule: { choices, rule, onChange: setRule },
    /** What is in the files that are read to their end. */
    found,
    /** The files of all sources, by id. */
    blobs,
    /** Given by feedback, by the key of a trajectory. */
    rewards,
    isReading: progress.size > 0 || calls.progress !== undefined,
    groupBy,
    setGroupBy: (next: GroupBy) => setGroupings({ ...groupings, [source]: next }),
  };
}
