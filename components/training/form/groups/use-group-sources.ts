"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo, useState } from "react";

import type { CallsView } from "@/lib/queries/calls-filter";
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
const byInput: GroupBy = { by: "label", name: CALL_LABELS.input };

/** Where groups come from: files, what is pasted, or calls; each keeps what it has while another is looked at. */
export function useGroupSources(projectId: string, view: CallsView) {
  const [{ source: chosen, ids, feedback, job }, setParams] = useQueryStates(parsers);
  const fromFiles = useFiles();
  const pasted = useFiles();
  const callFile = useFiles();
  const calls = useCalls(projectId, callFile);
  const isOfCalls = job === "" && (ids !== "" || feedback !== "" || view.q !== "");
  const source: Source = chosen ?? (isOfCalls ? "calls" : "files");
  const choice = useMemo<CallsChoice>(() => {
    if (ids !== "") return { ids: [...new Set(ids.split(",").filter((id) => id !== ""))] };
    return feedback === "" ? { view } : { feedbackType: feedback };
  }, [ids, feedback, view]);

  const read = calls.calls;
  const choices = useMemo(() => feedbackChoices(read ? [...read.feedback.values()].flat() : []), [read]);
  const [ownRule, setRule] = useState<RewardRule>();
  const proposed = choices.find(({ type }) => type === feedback) ?? choices[0];
  const rule = useMemo(() => ownRule ?? (proposed && proposedRule(proposed)), [ownRule, proposed]);

  const { files } = { files: fromFiles, paste: pasted, calls: callFile }[source];
  const found = useMemo(() => {
    const all = files.flatMap(({ file, found: inFile }): { file: File; found: ReadFile }[] =>
      inFile ? [{ file, found: read && file === read.file ? namedByCall(inFile, read) : inFile }] : [],
    );
    return { blobs: all.map(({ file }) => file), read: all.map((one) => one.found) };
  }, [files, read]);
  const rewards = useMemo(
    () => (source === "calls" && read && rule ? rewardsOfCalls(read, rule) : noRewards),
    [source, read, rule],
  );

  const [groupings, setGroupings] = useState<Partial<Record<Source, GroupBy>>>({});
  const groupBy = groupings[source] ?? (source === "calls" ? byInput : { by: "opening" });
  return {
    source,
    /** Id of the job that this one is to be like. */
    job,
    setSource: (next: Source) => void setParams({ source: next }),
    fromFiles,
    pasted,
    calls,
    choice,
    useFilter: () => void setParams({ source: "calls", ids: "", feedback: "" }),
    rule: { choices, rule, onChange: setRule },
    /** The files that are read to their end, and what is in each. */
    found,
    /** Given by feedback, by the key of a trajectory. */
    rewards,
    isReading: files.some(({ progress }) => progress !== undefined) || calls.progress !== undefined,
    groupBy,
    setGroupBy: (next: GroupBy) => setGroupings({ ...groupings, [source]: next }),
  };
}
