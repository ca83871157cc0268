import type { Result } from "@/lib/experiment/result";
import type { Check } from "./thresholds";
import type { Outcome } from "./outcome";

/** Characters that XML 1.0 does not have, not even as references. */
const INVALID = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const NAME_CHARS = 80;
const MS_PER_SECOND = 1_000;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

interface JUnitOptions {
  outcome: Outcome;
  checks: readonly Check[];
  /** Rows that may have failed: these are skipped tests, not errors. */
  maxFailures: number;
  /** The texts of examples that are refs. */
  examples: ReadonlyMap<string, string>;
}

/** The outcome as a JUnit XML file: one suite with a test for each threshold, and one with a test for each row. */
export function junitXml({ outcome, checks, maxFailures, examples }: JUnitOptions): string {
  const { experiment, results } = outcome;
  const { name } = experiment.definition;
  const isAllowed = experiment.rows.failed <= maxFailures;
  const failed = results.filter(({ failure }) => failure !== undefined).length;
  const suites = [
    suite({
      name: `${name}: thresholds`,
      timestamp: experiment.created_at,
      failures: checks.filter(({ isPassed }) => !isPassed).length,
      properties: [["experiment", experiment.id], ...outcome.baselines.map((id) => ["baseline", id] as const)],
      cases: checks.map((check) => checkCase(name, check)),
    }),
    suite({
      name: `${name}: rows`,
      timestamp: experiment.created_at,
      [isAllowed ? "skipped" : "errors"]: failed,
      seconds: results.reduce((sum, { latencyMs = 0 }) => sum + latencyMs, 0) / MS_PER_SECOND,
      cases: results.map((result, place) => rowCase(name, result, { place, isAllowed, examples })),
    }),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="loupe">\n${suites.join("\n")}\n</testsuites>\n`;
}

interface Suite {
  name: string;
  timestamp: string;
  failures?: number;
  errors?: number;
  skipped?: number;
  seconds?: number;
  properties?: readonly (readonly [string, string])[];
  cases: readonly string[];
}

function suite({
  name,
  timestamp,
  failures = 0,
  errors = 0,
  skipped = 0,
  seconds = 0,
  properties = [],
  cases,
}: Suite): string {
  const numbers = { tests: cases.length, failures, errors, skipped, time: seconds.toFixed(3) };
  const known = properties.map(([key, value]) => `      <property${attributes({ name: key, value })}/>`);
  const head = known.length === 0 ? [] : ["    <properties>", ...known, "    </properties>"];
  // Without an offset, as the schema of JUnit has it.
  const started = timestamp.slice(0, 19);
  return [
    `  <testsuite${attributes({ name, ...numbers, timestamp: started })}>`,
    ...head,
    ...cases,
    "  </testsuite>",
  ].join("\n");
}

function checkCase(experiment: string, { name, isPassed, found }: Check): string {
  const test = attributes({ classname: `${experiment}.thresholds`, name, time: "0.000" });
  if (isPassed) return `    <testcase${test}/>`;
  return `    <testcase${test}>\n      <failure${attributes({ message: found, type: "threshold" })}>${escaped(found)}</failure>\n    </testcase>`;
}

function rowCase(
  experiment: string,
  { example, exampleRef, failure, output, scores, latencyMs = 0, callId }: Result,
  { place, isAllowed, examples }: { place: number; isAllowed: boolean; examples: ReadonlyMap<string, string> },
): string {
  const text = (exampleRef === undefined ? undefined : examples.get(exampleRef)) ?? example;
  const name = `row ${place + 1}: ${Array.from(text).slice(0, NAME_CHARS).join("")}`;
  const test = attributes({ classname: `${experiment}.rows`, name, time: (latencyMs / MS_PER_SECOND).toFixed(3) });
  const facts = [
    `call: ${callId}`,
    ...(output === undefined ? [] : [`output: ${output}`]),
    ...[...scores].map(([score, value]) => `${score}: ${value.text}`),
  ];
  const inside = [
    ...(failure === undefined
      ? []
      : [
          isAllowed
            ? `      <skipped${attributes({ message: failure })}/>`
            : `      <error${attributes({ message: failure, type: "row" })}>${escaped(failure)}</error>`,
        ]),
    `      <system-out>${escaped(facts.join("\n"))}</system-out>`,
  ];
  return [`    <testcase${test}>`, ...inside, "    </testcase>"].join("\n");
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        ` ${name}="${String(value)
          .replaceAll(INVALID, "\uFFFD")
          .replaceAll(/[&<>"'\t\n\r]/g, entity)}"`,
    )
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll(INVALID, "\uFFFD").replaceAll(/[&<>\r]/g, entity);
}

function entity(char: string): string {
  return ENTITIES[char] ?? char;
}
