import type { ScoringDefinition } from "@/lib/contract/scoring";
import { changedTraces } from "./changed-traces";
import { collectForScoring, knownForScoring, meanVerdictCost, quietThreads } from "./collect-calls";
import {
  followedScoringRule,
  noteScoringProblem,
  goOnWithScoringRule,
  releaseScoringRule,
  renewScoringRule,
  takeScoringRule,
} from "./follow-rule";
import { listScoringFailures, listScoringRules, readScoringRule } from "./read-rules";
import { finishScoringCalls, requeueScoringCalls, sendScoringCalls, sentScoringCalls } from "./send-calls";
import { backfillScoringRule, createScoringRule, deleteScoringRule, updateScoringRule } from "./change-rules";

export type ScoringKey = { project_id: string; id: string };

export type NewScoringRule = ScoringKey & { definition: ScoringDefinition; created_by: string };

/** A rule that a process holds. No other claims it until this one releases it or fails to renew its lease. */
export type FollowedRule = NewScoringRule & {
  created_at: string;
  /** The definition as it is stored, which tells whether it has changed since. */
  storedDefinition: string;
  /** Calls that were received before are not new to it. */
  activeSince: string;
  backfill: { start: string; end: string } | undefined;
};

/** A call to be scored. */
export type CollectedCall = {
  /** A digest of the call, the scorer's version and whether it stands for a thread. */
  key: string;
  /** Time-ordered; the ids of its score and of the judge's calls follow from it. */
  id: string;
  callId: string;
  scorerRef: string;
  ofThread: boolean;
};

/** A call that was sent to its scorer, or is about to be. */
export type ScoringCall = CollectedCall & {
  /** The number of this attempt, from 1. */
  attempt: number;
};

/** What became of a call that was sent; without a failure it was scored. */
export type ScoringOutcome = {
  key: string;
  failure?: string | undefined;
  /** Cost of the verdict, if there is one and it has a price. */
  costUsd: number | undefined;
  /** Whether there is a verdict without a price. */
  isUnpriced: boolean;
};

/** Rules by which new calls are scored, as people and as the processes that score see them. */
export const scoringStore = {
  createScoringRule,
  readScoringRule,
  listScoringRules,
  listScoringFailures,
  updateScoringRule,
  deleteScoringRule,
  backfillScoringRule,
  takeScoringRule,
  goOnWithScoringRule,
  renewScoringRule,
  releaseScoringRule,
  followedScoringRule,
  noteScoringProblem,
  changedTraces,
  quietThreads,
  collectForScoring,
  knownForScoring,
  meanVerdictCost,
  sendScoringCalls,
  sentScoringCalls,
  requeueScoringCalls,
  finishScoringCalls,
};
