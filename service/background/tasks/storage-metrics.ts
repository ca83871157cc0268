import type { DiskWatch } from "./disk-watch";
import type { Metrics } from "@/service/telemetry/metrics";
import type { Store } from "@/service/store/store";

/** Measures what the process stores. */
export function measureWrites(metrics: Metrics, store: Pick<Store, "writtenCounts">): void {
  metrics.total("loupe_written_total", "Calls, counted at start and end if they are sent apart, and feedback.", () => {
    const { calls, feedback } = store.writtenCounts();
    return [
      { labels: { kind: "call" }, value: calls },
      { labels: { kind: "feedback" }, value: feedback },
    ];
  });
  metrics.total(
    "loupe_refused_total",
    "Items of accepted requests that were not stored; the project's home page lists them with the reason.",
    () => store.writtenCounts().refused,
  );
}

/** Measures the disk of the data folder. */
export function measureDisk(metrics: Metrics, disk: DiskWatch): void {
  metrics.gauge("loupe_disk_free_bytes", "Free bytes on the disk that holds the data folder.", () => disk.freeBytes);
  metrics.gauge("loupe_disk_size_bytes", "Size of that disk.", () => disk.sizeBytes);
}
