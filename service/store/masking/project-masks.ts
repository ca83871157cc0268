import type { MaskingKind } from "@/lib/contract/masking-kinds";
import { SlowOnes } from "@/lib/limit/slow-ones";
import { withinTime } from "@/lib/limit/within-time";
import { type Find, finder } from "@/lib/masking/find";
import { type FieldValue, maskInSlices } from "@/lib/masking/mask-fields";
import { newPatience, type Patience, type SlowRules } from "@/lib/masking/patience";
import { type ActiveRule, type RuleSet, ruleSetOf } from "@/lib/masking/rule-set";
import type { JsonText } from "@/lib/json/text";
import type { Database } from "@/service/store/connections/database";
import { readMasking } from "./rules";

/**
 * Replaces the matches of a project's rules in the values of one record; the values of one request share `patience`. Other
 * work can have its turn where it yields.
 */
export type Mask = (values: readonly FieldValue[]) => Generator<void, (string | JsonText)[]>;

/** So that within 2 s every process applies rules that another process has set. */
const FRESH_MS = 1_500;
const MOST_PROJECTS = 10_000;

interface ProjectMask {
  readAt: number;
  /** When the rules were set; versions begin again if the project is erased. */
  changedAt: string | undefined;
  rules: RuleSet | undefined;
}

/** What has been masked since the process started, by the kind of rule, and texts that took too long to be checked. */
export type MaskedCounts = Record<MaskingKind | "not_checked", number>;

interface State {
  masks: Map<string, ProjectMask>;
  slow: SlowRules;
  counts: MaskedCounts;
  find: Find;
}

const states = new WeakMap<Database["pools"], State>();

function stateOf({ pools }: Database): State {
  const known = states.get(pools);
  if (known) return known;
  const counts: MaskedCounts = { email: 0, card: 0, iban: 0, api_key: 0, regex: 0, not_checked: 0 };
  const find = finder((_searched, found) => {
    for (const { rule } of found) counts[rule.kind] += 1;
  });
  const state = { masks: new Map<string, ProjectMask>(), slow: new SlowOnes<ActiveRule>(), counts, find };
  states.set(pools, state);
  return state;
}

export const maskedCounts = (database: Database): MaskedCounts => ({ ...stateOf(database).counts });

/** Reads the rules of a project again when they are needed next. */
export function forgetMasks(database: Database, projectId: string): void {
  stateOf(database).masks.delete(projectId);
}

/**
 * The masks of the projects that have rules. Rejects if the rules of one cannot be read: then nothing may be stored.
 * Requests that arrive within two seconds after other rules were set may still be masked by those before.
 */
export async function masksOf(database: Database, projectIds: ReadonlySet<string>): Promise<ReadonlyMap<string, Mask>> {
  const state = stateOf(database);
  const patience = newPatience(state.slow);
  const masks = new Map<string, Mask>();
  for (const id of projectIds) {
    const { rules } = await freshMask(database, state, id);
    if (rules) masks.set(id, maskBy(rules, state, patience));
  }
  return masks;
}

async function freshMask(database: Database, { masks }: State, projectId: string): Promise<ProjectMask> {
  // Dated by the start of the lookup, so that a slow one does not extend its validity.
  const now = performance.now();
  const known = masks.get(projectId);
  if (known && now - known.readAt < FRESH_MS) return known;
  const { rules, changed_at: changedAt } = await readMasking(database, projectId);
  const fresh = { readAt: now, changedAt, rules: known?.changedAt === changedAt ? known?.rules : ruleSetOf(rules) };
  if (masks.size >= MOST_PROJECTS) masks.clear();
  const other = masks.get(projectId);
  if (!other || other.readAt < now) masks.set(projectId, fresh);
  return fresh;
}

function maskBy(rules: RuleSet, { counts, find }: State, patience: Patience): Mask {
  return function* mask(values) {
    const before = patience.slowTexts;
    const masked = yield* maskInSlices(values, rules, { find, limited: withinTime, patience });
    counts.not_checked += patience.slowTexts - before;
    return masked;
  };
}
