import type { CallUsage } from "@/lib/contract/calls";
import { providerUsage } from "@/lib/cost/reported-usage";
import { tokenCount, toUsage } from "@/lib/cost/usage-fields";
import type { UsageCounts, UsageRule } from "@/lib/cost/usage-rule";
import type { JsonNode } from "@/lib/json/node";

type Bucket = keyof UsageCounts | "cacheWriteByTime";

/** Langfuse adds up all buckets: `input` and `output` have none of the tokens in others. */
const RULE: UsageRule = { cache: "beside", reasoning: "beside" };

/** What the buckets with other names than `input`, `output` and `total` count, in the order of precedence. */
const BUCKETS: readonly [RegExp, Bucket][] = [
  [/reasoning|thought|thinking/, "reasoning"],
  [/(cache|ephemeral).*1h|1h.*cache/, "cacheWrite1h"],
  [/(cache|ephemeral).*5m|5m.*cache|ephemeral/, "cacheWriteByTime"],
  [/cache.*(creat|writ)|(creat|writ).*cache/, "cacheWrite"],
  [/cache/, "cacheRead"],
  [/output|completion/, "otherOutput"],
  [/input|prompt/, "otherInput"],
];

/**
 * Langfuse's `usage_details`: `input`, `output`, `total` and further buckets by free names, or a provider's own counts.
 * Undefined when no count is known.
 */
export function readUsageDetails(details: JsonNode | undefined): CallUsage | undefined {
  if (details?.kind !== "object") return undefined;
  const sums = new Map<Bucket, number>();
  for (const [name, node] of new Map(details.entries())) {
    const count = tokenCount(node);
    const bucket = bucketOf(name);
    if (count !== undefined) sums.set(bucket, (sums.get(bucket) ?? 0) + count);
  }
  const isOwn = ["input", "output", "total"].some((name) => tokenCount(details.get(name)) !== undefined);
  return (isOwn ? undefined : providerUsage(details)) ?? toUsage({ counts: countsOf(sums) }, RULE);
}

function bucketOf(name: string): Bucket {
  if (name === "input" || name === "output" || name === "total") return name;
  return BUCKETS.find(([names]) => names.test(name.toLowerCase()))?.[1] ?? "others";
}

function countsOf(sums: ReadonlyMap<Bucket, number>): UsageCounts {
  const [all, other, hour] = [sums.get("cacheWrite"), sums.get("cacheWriteByTime"), sums.get("cacheWrite1h")];
  const byTime = other === undefined && hour === undefined ? undefined : (other ?? 0) + (hour ?? 0);
  // Some clients send the parts by time to live together with their sum.
  const cacheWrite = all === undefined || all === byTime ? (byTime ?? all) : all + (byTime ?? 0);
  return { ...Object.fromEntries(sums), cacheWrite, cacheWrite1h: hour };
}
