import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "@/service/telemetry/metrics";

const NANOSECONDS = 1e9;

/** Resource use of the process, under the usual names for Node.js. */
export function measureProcess(metrics: Metrics, version: string): void {
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  const delay = monitorEventLoopDelay();
  delay.enable();
  metrics.gauge("loupe_build_info", "Running version.", () => [{ labels: { version }, value: 1 }]);
  metrics.gauge("process_start_time_seconds", "Process start time, in seconds since the epoch.", () => startedAt);
  metrics.gauge("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss());
  metrics.total("process_cpu_seconds_total", "CPU time, user and system.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", () => process.memoryUsage().heapUsed);
  metrics.gauge("nodejs_eventloop_lag_p99_seconds", "Event loop lag, 99th percentile since the last scrape.", () => {
    const seconds = delay.percentile(99) / NANOSECONDS;
    delay.reset();
    return seconds;
  });
}
