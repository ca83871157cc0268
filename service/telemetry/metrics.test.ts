import { expect, test } from "vitest";
import { Metrics, formatFamilies } from "./metrics";

test("counts, gauges and durations, as Prometheus reads them", () => {
  const metrics = new Metrics();
  const count = metrics.counter("asked_total", "Asked.");
  for (const route of ["/a", "/a", '/"b"']) count({ route, status: "200" });
  metrics.gauge("held", "Held.", () => 7);
  metrics.gauge("pools", "Pools.", () => [{ labels: { pool: "short" }, value: 2 }]);
  const observe = metrics.durations("took_seconds", "Took.");
  for (const seconds of [0.001, 0.3, 31]) observe({ route: "/a" }, seconds);
  const lines = metrics.text().split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "# HELP asked_total Asked.",
      "# TYPE asked_total counter",
      'asked_total{route="/a",status="200"} 2',
      'asked_total{route="/\\"b\\"",status="200"} 1',
      "held 7",
      'pools{pool="short"} 2',
      "# TYPE took_seconds histogram",
      'took_seconds_bucket{route="/a",le="0.001"} 1',
      'took_seconds_bucket{route="/a",le="0.25"} 1',
      'took_seconds_bucket{route="/a",le="0.5"} 2',
      'took_seconds_bucket{route="/a",le="30"} 2',
      'took_seconds_bucket{route="/a",le="+Inf"} 3',
      'took_seconds_sum{route="/a"} 31.301',
      'took_seconds_count{route="/a"} 3',
    ]),
  );
  expect(lines.at(-1)).toBe("");
});

test("the metrics of several processes are one family each, with the process as a label", () => {
  const processes = ["server-1", "server-2"].map((process, at) => {
    const metrics = new Metrics();
    metrics.gauge("held", "Held.", () => at);
    metrics.counter("asked_total", "Asked.")({ route: "/a" });
    return metrics.families({ process });
  });
  expect(formatFamilies(processes.flat())).toBe(`# HELP held Held.
# TYPE held gauge
held{process="server-1"} 0
held{process="server-2"} 1
# HELP asked_total Asked.
# TYPE asked_total counter
asked_total{process="server-1",route="/a"} 1
asked_total{process="server-2",route="/a"} 1
`);
});
