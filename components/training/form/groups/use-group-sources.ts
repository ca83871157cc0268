"use client";

import { useQueryStates } from "nuqs";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
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
  /** Ids of individually selected calls, separated by commas; they take precedence over the filter. */
  ids: parseAsString.withDefault(""),
  /** A type of feedback, for the calls that have it; it takes precedence over the filter. */
  feedback: parseAsString.withDefault(""),
  /** A job whose groups and settings are copied. */
  job: parseAsString.withDefault(""),
};

const noRewards: ReadonlyMap<string, number> = new Map();
const byOpening: GroupBy = { by: "opening" };
const byInput: GroupBy = { by: "label", name: CALL_LABELS.input };

/** The sources of groups: files, pasted text, or calls; each is kept while another is shown. */
export function useGroupSources(projectId: string, view: CallsView) {
  const [{ source: chosen, ids, feedback, job }, setParams] = useQueryStates(parsers);
  const fromFiles = useFiles();
  const pasted = useFiles();
  const pastedDraft = useDraft(`training groups:${projectId}`);
  /** The groups read from the pasted text. */
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
    /** Id of the job to copy. */
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
    /** The content of the files that have been read completely. */
    found,
    /** The files of all sources, by id. */
    blobs,
    /** From feedback, by the key of a trajectory. */
    rewards,
    isReading: progress.size > 0 || calls.progress !== undefined,
    groupBy,
    setGroupBy: (next: GroupBy) => setGroupings({ ...groupings, [source]: next }),
  };
}
