import { SERVICE_TIERS } from "@/lib/contract/call-kinds";
import type { CallUsage } from "@/lib/contract/calls";
import type { JsonNode } from "@/lib/json/node";
import { normalizeUsage, type UsageCounts, type UsageRule } from "./usage-rule";

/** What a field may report. Those of the cache by its time to live are parts of `cacheWrite`. */
type Reported = Exclude<keyof UsageCounts, "otherOutput" | "others"> | "cacheWrite5m" | "serviceTier";

/** The fields of a convention by what they report, best first. */
export type UsageFields = Readonly<Partial<Record<Reported, readonly string[]>>>;

/** A value by the name of its field. */
export type FieldLookup = (field: string) => JsonNode | undefined;

/** The counts of a call, its service tier, and the fields that they come from. */
export interface ReadCounts {
  counts: UsageCounts;
  serviceTier?: string;
  fields: Partial<Record<Reported, string>>;
}

const DIGITS = /^\s*\d{1,20}(?:\.0{0,20})?\s*$/;

/** A count of tokens: a whole number from 0 up, also as a double or as text. Undefined for anything else. */
export function tokenCount(node: JsonNode | undefined): number | undefined {
  const text = node?.string();
  const count =
    node?.kind === "number" ? node.number() : text !== undefined && DIGITS.test(text) ? Number(text) : undefined;
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** Reads the first field that has a value other than 0, for everything that `fields` may report. */
export function readCounts(lookup: FieldLookup, fields: UsageFields): ReadCounts {
  const found: ReadCounts["fields"] = {};
  const count = (name: Reported): number | undefined => {
    const counts = (fields[name] ?? []).flatMap((field) => {
      const tokens = tokenCount(lookup(field));
      return tokens === undefined ? [] : [{ field, tokens }];
    });
    // Clients that fill in all fields of one convention may report by another.
    const first = counts.find(({ tokens }) => tokens > 0) ?? counts[0];
    if (first) found[name] = first.field;
    return first?.tokens;
  };
  const cacheWrite1h = count("cacheWrite1h");
  const counts: UsageCounts = {
    input: count("input"),
    output: count("output"),
    total: count("total"),
    cacheRead: count("cacheRead"),
    cacheWrite: atLeast(count("cacheWrite"), count("cacheWrite5m"), cacheWrite1h),
    cacheWrite1h,
    reasoning: count("reasoning"),
    otherInput: count("otherInput"),
  };
  const tiers = (fields.serviceTier ?? []).map((field) => lookup(field)?.string());
  return { counts, serviceTier: tiers.find(Boolean), fields: found };
}

/** The counts by the one rule, with the service tier. Undefined without any count. */
export function toUsage({ counts, serviceTier }: Omit<ReadCounts, "fields">, rule: UsageRule): CallUsage | undefined {
  const usage = normalizeUsage(counts, rule);
  return usage && withServiceTier(usage, serviceTier);
}

/**
 * The usage with a service tier as the provider or the program names it, unless it has one; undefined in it means that
 * the request was served as usual.
 */
export function withServiceTier(usage: CallUsage, tier: string | undefined): CallUsage {
  if (tier === undefined || Object.hasOwn(usage, "service_tier")) return usage;
  return { ...usage, service_tier: SERVICE_TIERS.find((known) => known === tier.toLowerCase()) };
}

/** The tier of a write: empty if the request was served as usual, undefined if that is unknown. */
export function statedTier(usage: CallUsage | undefined): string | undefined {
  return usage && Object.hasOwn(usage, "service_tier") ? (usage.service_tier ?? "") : undefined;
}

/** Clients report what was written to the cache, its parts by their time to live, or both. */
function atLeast(written: number | undefined, ...parts: (number | undefined)[]): number | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0
    ? written
    : Math.max(
        written ?? 0,
        known.reduce((sum, part) => sum + part, 0),
      );
}
