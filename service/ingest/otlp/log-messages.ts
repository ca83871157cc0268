import type { Attributes } from "./any-value";
import { attributes, readValue, RESOURCE } from "./common-messages";
import { field, fixed64, hex, Message, OtlpShapeError, repeated, string } from "./fields";
import { type LogRecord, newLogRecord, type ScopeLogs } from "./log-record";

// The messages of opentelemetry-proto's `logs_service.proto` and `logs.proto`.

type ResourceLogs = { resource: { attributes: Attributes }; groups: ScopeLogs[] };

/** ExportLogsServiceRequest. */
export const LOGS_EXPORT = new Message<ScopeLogs[]>(
  () => [
    repeated(1, "resourceLogs", (wire, groups) =>
      wire.message(RESOURCE_LOGS, { resource: { attributes: new Map() }, groups }),
    ),
  ],
  {
    onMalformed: (groups, problem) => {
      if (groups.length === 0) throw new OtlpShapeError(problem);
      groups.push({ resource: new Map(), records: [{ ...newLogRecord(), problem }] });
    },
  },
);

const RESOURCE_LOGS = new Message<ResourceLogs>(
  () => [
    field(1, "resource", (wire, { resource }) => wire.message(RESOURCE, resource)),
    repeated(2, "scopeLogs", (wire, { resource, groups }) => {
      const group: ScopeLogs = { resource: resource.attributes, records: [] };
      groups.push(group);
      wire.message(SCOPE_LOGS, group);
    }),
  ],
  {
    countsAsSpan: true,
    onMalformed: ({ resource, groups }, problem) => {
      groups.push({ resource: resource.attributes, records: [{ ...newLogRecord(), problem }] });
    },
  },
);

const SCOPE_LOGS = new Message<ScopeLogs>(
  () => [
    repeated(2, "logRecords", (wire, { records }) => {
      const record = newLogRecord();
      wire.message(LOG_RECORD, record);
      records.push(record);
    }),
  ],
  {
    countsAsSpan: true,
    onMalformed: ({ records }, problem) => {
      records.push({ ...newLogRecord(), problem });
    },
  },
);

const LOG_RECORD = new Message<LogRecord>(
  () => [
    fixed64(1, "timeUnixNano"),
    field(5, "body", (wire, record) => {
      record.body = readValue(wire);
    }),
    attributes(6),
    hex(9, "traceId"),
    hex(10, "spanId"),
    fixed64(11, "observedUnixNano", "observedTimeUnixNano"),
    string(12, "eventName"),
  ],
  {
    countsAsSpan: true,
    onMalformed: (record, problem) => {
      record.problem = problem;
    },
  },
);
