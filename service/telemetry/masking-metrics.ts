import type { Metrics } from "./metrics";
import type { Store } from "@/service/store/store";

/** Measures what the process masks before it stores it: by kinds of rules, since their names are from callers. */
export function measureMasking(metrics: Metrics, store: Pick<Store, "maskedCounts">): void {
  metrics.total("loupe_masked_values_total", "Matches of masking rules that were replaced, by kind of rule.", () => {
    const { not_checked: _, ...kinds } = store.maskedCounts();
    return Object.entries(kinds).map(([kind, value]) => ({ labels: { kind }, value }));
  });
  metrics.total(
    "loupe_masking_not_checked_total",
    "Texts that a pattern took too long for; they and those after them in a request were replaced whole.",
    () => store.maskedCounts().not_checked,
  );
}
