import { describe, expect, test } from "vitest";
import { auditOutcome } from "./audit-kinds";
import type { Endpoint } from "./endpoint";
import { type EndpointName, endpoints } from "./endpoints";

/**
 * What programs append: records with their own author and time, in the millions, which change nothing that is stored. A
 * log of them would repeat them.
 */
const APPENDED: readonly EndpointName[] = [
  "callStart",
  "callEnd",
  "callUpsertBatch",
  "callsComplete",
  "fileCreate",
  "chatCompletions",
  "chatCompletionsPlain",
  "otlpTraces",
  "otlpTracesPrefixed",
  "otlpTracesAgents",
  "otlpTracesLangfuse",
  "otlpLogs",
  "otlpLogsPrefixed",
  "otlpMetrics",
  "otlpMetricsPrefixed",
  "langfuseScores",
  "langfuseIngestion",
  "langfuseMediaCreate",
  "langfuseMediaUploaded",
  "langfuseMediaUpload",
  "langfuseRunItemCreate",
];
/** What reads, or only tries something, although viewers may not. */
const NOT_FOR_VIEWERS: readonly EndpointName[] = [
  "keysQuery",
  "auditQuery",
  "auditExport",
  "maskingRulesQuery",
  "maskingDryRun",
  "erasurePreview",
  "erasureQuery",
  "connectionsQuery",
  "peopleQuery",
  "invitationsQuery",
  "trainingRunnerRead",
];

/** What starts or ends a session, which readers do too. */
const SESSIONS: readonly EndpointName[] = [
  "peopleSignIn",
  "peopleSignOut",
  "peopleProviderSignOut",
  "invitationsAccept",
];

const all = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [name as EndpointName, endpoint] as const);
const isRead = (name: EndpointName, { role }: Endpoint) =>
  !SESSIONS.includes(name) && (role === "none" || role === "viewer" || NOT_FOR_VIEWERS.includes(name));

describe("what each endpoint is for the audit log", () => {
  test.each(all.filter(([name, endpoint]) => !isRead(name, endpoint)))("%s changes, or appends", (name, { audit }) => {
    expect(audit).toBe(APPENDED.includes(name) ? undefined : "change");
  });

  test.each(all.filter(([name, endpoint]) => isRead(name, endpoint)))("%s changes nothing", (_name, { audit }) => {
    expect(audit).not.toBe("change");
  });

  test("lists that are streamed may be exports, except of names and of files; and the body of a job", () => {
    const exported = all.filter(([, { audit }]) => audit === "read" || audit === "export").map(([name]) => name);
    expect(exported).toEqual([
      "feedbackQuery",
      "callsStreamQuery",
      "threadsStreamQuery",
      "auditExport",
      "objsQuery",
      "tableQuery",
      "trainingJobBody",
      "checkpointFiles",
    ]);
  });
});

test.each([
  [undefined, "unknown"],
  [200, "done"],
  [304, "done"],
  [400, "refused"],
  [422, "refused"],
  [500, "failed"],
  [503, "failed"],
])("status %s is %s", (status, outcome) => expect(auditOutcome(status)).toBe(outcome));
