import { type HrTime, ValueType } from "@opentelemetry/api";
import { millisToHrTime } from "@opentelemetry/core";
import { AggregationTemporality, DataPointType, type MetricData } from "@opentelemetry/sdk-metrics";
import type { Distribution, Reading, Series } from "./metrics";

const UNITS: [ending: RegExp, unit: string][] = [
  [/_seconds(_total)?$/, "s"],
  [/_bytes(_total)?$/, "By"],
];

/** The metrics of `/metrics` as OpenTelemetry has them, under the same names, with the process as an attribute. */
export function toMetricData(readings: readonly Reading[], process: string, startedAt: number): MetricData[] {
  const times = { startTime: millisToHrTime(startedAt), endTime: millisToHrTime(Date.now()) };
  return readings.map((reading) => metricOf(reading, process, times));
}

function metricOf(
  { name, help, type, series }: Reading,
  process: string,
  times: { startTime: HrTime; endTime: HrTime },
) {
  const unit = UNITS.find(([ending]) => ending.test(name))?.[1] ?? "1";
  const metric = {
    descriptor: { name, description: help, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const pointOf = ({ labels }: Series) => ({ ...times, attributes: { process, ...labels } });
  if (type === "histogram") {
    const dataPoints = series.flatMap((one) =>
      typeof one.value === "number" ? [] : [{ ...pointOf(one), value: histogramOf(one.value) }],
    );
    return { ...metric, dataPointType: DataPointType.HISTOGRAM as const, dataPoints };
  }
  const dataPoints = series.flatMap((one) =>
    typeof one.value === "number" ? [{ ...pointOf(one), value: one.value }] : [],
  );
  return type === "gauge"
    ? { ...metric, dataPointType: DataPointType.GAUGE as const, dataPoints }
    : { ...metric, dataPointType: DataPointType.SUM as const, isMonotonic: true, dataPoints };
}

const histogramOf = ({ bounds, counts, count, sum }: Distribution) => ({
  buckets: { boundaries: [...bounds], counts: [...counts] },
  count,
  sum,
});
