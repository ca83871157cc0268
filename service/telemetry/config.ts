import * as z from "zod";
import { StartError } from "@/service/store/start-error";
import { type Environment, listVariable, readVariables, secretVariable } from "@/service/secrets/variables";

/** Which traces are exported; those that a caller began are by default as the caller says. */
const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const EXPECTED_ADDRESS = "an address such as http://collector:4318, without user, password and query";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"];
/** A name that a header or a resource attribute can have, and its value. */
const PAIR = /^([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/s;

const endpointVariable = secretVariable.refine((text) => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === "";
}, EXPECTED_ADDRESS);

/** `name=value` pairs; values are percent-encoded, as in OpenTelemetry's own variables. */
const pairsVariable = listVariable
  .transform((entries, context): Record<string, string> => {
    const pairs: Record<string, string> = {};
    for (const entry of entries) {
      const [, name, value = ""] = PAIR.exec(entry) ?? [];
      const decoded = decode(value);
      if (name === undefined || decoded === undefined || /[\r\n]/.test(decoded))
        context.addIssue({ code: "custom", message: "comma-separated pairs name=value, with percent-encoded values" });
      else pairs[name] = decoded;
    }
    return pairs;
  })
  .meta({ secret: true });

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value.trim());
  } catch {
    return undefined;
  }
}

const ratioVariable = z
  .string()
  .refine((text) => /^(0(\.\d+)?|1(\.0+)?)$/.test(text), "a number from 0 to 1")
  .transform(Number);

const millisecondsVariable = z
  .string()
  .refine((text) => /^[1-9]\d{0,6}$/.test(text), "milliseconds, from 1 to 9999999")
  .transform(Number);

export const telemetryVariables = {
  LOUPE_OTLP_ENDPOINT: endpointVariable.optional(),
  LOUPE_OTLP_HEADERS: pairsVariable.optional(),
};

/**
 * OpenTelemetry's own variables, which are read only if there is an address. Those that say where programs send their
 * traces (`OTEL_EXPORTER_OTLP_…`) are not: whoever sends traces to Loupe has them in the same shell.
 */
const standardVariables = z.object({
  OTEL_SERVICE_NAME: z.string().default("loupe"),
  OTEL_RESOURCE_ATTRIBUTES: pairsVariable.default({}),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `one of ${SAMPLERS.join(", ")}`).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: ratioVariable.default(1),
  OTEL_BSP_SCHEDULE_DELAY: millisecondsVariable.default(5_000),
  OTEL_METRIC_EXPORT_INTERVAL: millisecondsVariable.default(60_000),
});

/** Where Loupe sends its own traces and metrics, and which. */
export type TelemetryConfig = {
  /** Without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  resource: Record<string, string>;
  sampler: (typeof SAMPLERS)[number];
  /** For the samplers by ratio. */
  ratio: number;
  /** How long spans are collected before they are sent, and the time between two exports of metrics, in milliseconds. */
  spansEveryMs: number;
  metricsEveryMs: number;
};

type Values = { LOUPE_OTLP_ENDPOINT?: string; LOUPE_OTLP_HEADERS?: Record<string, string>; LOUPE_SERVICE_PORT: number };

/** Undefined without an address. Throws `StartError` for an invalid variable, or the address of this service. */
export function telemetryConfig(values: Values, environment: Environment): TelemetryConfig | undefined {
  const { LOUPE_OTLP_ENDPOINT: address, LOUPE_OTLP_HEADERS: headers = {} } = values;
  if (address === undefined) {
    if (Object.keys(headers).length > 0)
      throw new StartError("LOUPE_OTLP_ENDPOINT: not set, although LOUPE_OTLP_HEADERS is");
    return undefined;
  }
  const { hostname, port } = new URL(address);
  if (LOOPBACK_NAMES.includes(hostname) && Number(port) === values.LOUPE_SERVICE_PORT)
    throw new StartError("LOUPE_OTLP_ENDPOINT: the address of this service; set it to another receiver of traces");
  const standard = readVariables(standardVariables, environment);
  return {
    endpoint: address.replace(/\/+$/, ""),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    serviceName: standard.OTEL_SERVICE_NAME,
    resource: standard.OTEL_RESOURCE_ATTRIBUTES,
    sampler: standard.OTEL_TRACES_SAMPLER,
    ratio: standard.OTEL_TRACES_SAMPLER_ARG,
    spansEveryMs: standard.OTEL_BSP_SCHEDULE_DELAY,
    metricsEveryMs: standard.OTEL_METRIC_EXPORT_INTERVAL,
  };
}
