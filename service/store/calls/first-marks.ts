import { type CallKind, TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import { type CostMarks, costMarks } from "./cost-marks";
import { type MergedWrite, callKey, isShown } from "./merge";

/** The marks that a new call is stored with: whether another call reports its tokens too, and those of its stated cost. */
interface FirstMarks {
  usageRepeated: boolean;
  cost: CostMarks;
  /** Whether the batch decides them: only calls below this one that another batch has stored can change them. */
  isDecided: boolean;
}

/** A visible call of the batch. */
interface SentCall {
  write: MergedWrite["write"];
  reports: boolean;
  parent?: SentCall;
  /** The kinds of the calls below it that report tokens which it may repeat. */
  kindsBelow: Set<CallKind | undefined>;
  /** Whether all calls above it are in the batch; undefined while that is being found out. */
  isWhole?: boolean;
}

const NO_COST: CostMarks = { repeated: false, covered: false };

/**
 * The marks of the new calls of a batch as far as the batch tells. Exports mostly hold whole traces, so that usage-once.ts
 * and cost-once.ts, which go by everything that is stored, need not correct them.
 */
export function firstMarks(batch: readonly MergedWrite[]): (call: MergedWrite) => FirstMarks {
  const sent = sentCalls(batch);
  for (const call of sent.values()) {
    findWhole(call);
    noteAbove(call);
  }
  const costs = costsOf(sent);
  return ({ key, write }) => {
    const call = sent.get(key);
    return {
      usageRepeated: call !== undefined && isRepeated(call),
      cost: costs.get(key) ?? NO_COST,
      isDecided: call?.isWhole === true && write.response_id === undefined,
    };
  };
}

function sentCalls(batch: readonly MergedWrite[]): Map<string, SentCall> {
  const sent = new Map<string, SentCall>();
  for (const call of batch) {
    if (!isShown(call)) continue;
    const { usage } = call.write;
    const reports = usage !== undefined && TOKEN_COUNTS.some((count) => usage[count] !== undefined);
    sent.set(call.key, { write: call.write, reports, kindsBelow: new Set() });
  }
  for (const call of sent.values()) {
    const { project_id, parent_id, trace_id } = call.write;
    const parent = parent_id === undefined ? undefined : sent.get(callKey(project_id, parent_id));
    if (parent?.write.trace_id === trace_id) call.parent = parent;
  }
  return sent;
}

/** Calls that are below each other are not whole. */
function findWhole(call: SentCall): void {
  const found = new Set<SentCall>();
  let top = call;
  for (; top.isWhole === undefined && top.parent && !found.has(top); top = top.parent) found.add(top);
  const isWhole = top.isWhole ?? (top.write.parent_id === undefined && !found.has(top));
  for (const one of found.add(top)) one.isWhole = isWhole;
}

/** Tells the calls above that this one reports tokens. */
function noteAbove(call: SentCall): void {
  const { kind } = call.write;
  if (!call.reports || isWrapper(kind)) return;
  for (let above = call.parent; above && !above.kindsBelow.has(kind); above = above.parent) above.kindsBelow.add(kind);
}

const isWrapper = (kind: CallKind | undefined) => kind === "agent" || kind === "chain";

/** The rule of usage-once.ts, within one trace. */
function isRepeated({ write: { kind, parent_id }, reports, kindsBelow }: SentCall): boolean {
  if (!reports) return false;
  if (isWrapper(kind) && parent_id !== undefined) return true;
  return [...kindsBelow].some((below) => !areTwoRequests(kind, below));
}

/** A chat and an embedding are two requests: neither repeats the tokens of the other. */
function areTwoRequests(above: CallKind | undefined, below: CallKind | undefined): boolean {
  return (above === "llm" && below === "embedding") || (above === "embedding" && below === "llm");
}

function costsOf(sent: ReadonlyMap<string, SentCall>): ReadonlyMap<string, CostMarks> {
  const states = ({ write }: SentCall) => write.stated_cost !== undefined;
  if (![...sent.values()].some(states)) return new Map();
  return costMarks(
    [...sent].map(([id, call]) => ({
      id,
      trace_id: call.write.trace_id ?? "",
      parent_id: call.parent && callKey(call.parent.write.project_id, call.parent.write.id),
      kind: call.write.kind,
      reports: call.reports,
      states: states(call),
      isTwin: false,
    })),
  );
}
