import { expect, test } from "vitest";
import { readServiceConfig } from "@/service/processes/config";

const KEY = { LOUPE_ADMIN_KEY: "lp_test_admin" };
const ENDPOINT = { LOUPE_OTLP_ENDPOINT: "http://collector:4318/" };

const configOf = (environment: Record<string, string>) => readServiceConfig({ ...KEY, ...environment }).telemetry;

test("nothing is exported without an address of its own, whatever the variables of other programs say", () => {
  const others = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:3001",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces",
    OTEL_TRACES_SAMPLER: "jaeger_remote",
  };
  expect(configOf({})).toBeUndefined();
  expect(configOf(others)).toBeUndefined();
});

test("defaults, and OpenTelemetry's variables for what is exported", () => {
  expect(configOf(ENDPOINT)).toEqual({
    endpoint: "http://collector:4318",
    headers: {},
    serviceName: "loupe",
    resource: {},
    sampler: "parentbased_always_on",
    ratio: 1,
    spansEveryMs: 5_000,
    metricsEveryMs: 60_000,
  });
  const more = {
    LOUPE_OTLP_HEADERS: "Authorization=Bearer%20a%3Db, x-team = ops",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=canary",
    OTEL_SERVICE_NAME: "loupe-staging",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=staging,k8s.pod.name=loupe-0",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
    OTEL_BSP_SCHEDULE_DELAY: "1000",
    OTEL_METRIC_EXPORT_INTERVAL: "15000",
  };
  expect(configOf({ ...ENDPOINT, ...more })).toEqual({
    endpoint: "http://collector:4318",
    headers: { authorization: "Bearer a=b", "x-team": "ops" },
    serviceName: "loupe-staging",
    resource: { "deployment.environment.name": "staging", "k8s.pod.name": "loupe-0" },
    sampler: "parentbased_traceidratio",
    ratio: 0.25,
    spansEveryMs: 1_000,
    metricsEveryMs: 15_000,
  });
});

const ADDRESS = "LOUPE_OTLP_ENDPOINT: invalid value (hidden, since it may contain keys); expected an address";
const PAIRS = "LOUPE_OTLP_HEADERS: invalid value (hidden, since it may contain keys); expected comma-separated pairs";

test.each([
  [{ LOUPE_OTLP_ENDPOINT: "collector:4318" }, ADDRESS],
  [{ LOUPE_OTLP_ENDPOINT: "http://user:canary@collector:4318" }, ADDRESS],
  [{ LOUPE_OTLP_ENDPOINT: "https://collector/?key=canary" }, ADDRESS],
  [{ LOUPE_OTLP_ENDPOINT: "http://localhost:3001" }, "LOUPE_OTLP_ENDPOINT: the address of this service"],
  [
    { LOUPE_OTLP_ENDPOINT: "http://[::1]:4001/otel", LOUPE_SERVICE_PORT: "4001" },
    "LOUPE_OTLP_ENDPOINT: the address of",
  ],
  [{ LOUPE_OTLP_HEADERS: "authorization=canary" }, "LOUPE_OTLP_ENDPOINT: not set, although LOUPE_OTLP_HEADERS is"],
  [{ ...ENDPOINT, LOUPE_OTLP_HEADERS: "canary" }, PAIRS],
  [{ ...ENDPOINT, LOUPE_OTLP_HEADERS: "a=%zz" }, PAIRS],
  [{ ...ENDPOINT, LOUPE_OTLP_HEADERS: "a=b%0d%0ac: d" }, PAIRS],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER: "jaeger_remote" },
    'OTEL_TRACES_SAMPLER: found "jaeger_remote", expected one of',
  ],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: "1.5" },
    'OTEL_TRACES_SAMPLER_ARG: found "1.5", expected a number from 0 to 1',
  ],
  [{ ...ENDPOINT, OTEL_METRIC_EXPORT_INTERVAL: "0" }, 'OTEL_METRIC_EXPORT_INTERVAL: found "0", expected milliseconds'],
])("%j is refused, without what may be a key", (environment, message) => {
  let thrown: unknown;
  try {
    configOf(environment);
  } catch (error) {
    thrown = error;
  }
  expect(String(thrown)).toContain(message);
  expect(String(thrown)).not.toContain("canary");
});
