import * as z from "zod";
import {
  call,
  callOverview,
  callRow,
  callUsage,
  callsFilter,
  endedCall,
  startedCall,
  statedCost,
  tokenUsage,
} from "@/lib/contract/calls";
import { alert, alertDelivery, alertEvent } from "@/lib/contract/alerts";
import { auditRecord } from "@/lib/contract/audit";
import { callCosts } from "@/lib/contract/call-costs";
import { connection, connectionDefinition } from "@/lib/contract/connections";
import { chatChunk, chatCompletion, chatMessage, chatRequest } from "@/lib/contract/chat";
import { cost, newCost } from "@/lib/contract/costs";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { experiment, experimentDefinition } from "@/lib/contract/experiments";
import { fieldError, openAiError, traceError } from "@/lib/contract/errors";
import { plainMetric } from "@/lib/contract/metrics";
import { querySchema } from "@/lib/contract/query-schema";
import { commentPayload } from "@/lib/contract/comments";
import { feedback } from "@/lib/contract/feedback";
import { payloadJsonSchema } from "@/lib/json/payload";
import { objectVersion } from "@/lib/contract/objects";
import { apiKey, grant, keyHolder } from "@/lib/contract/keys";
import { modelEntry } from "@/lib/contract/models";
import { project, projectSettings, refusal } from "@/lib/contract/projects";
import { scoringDefinition, scoringRule } from "@/lib/contract/scoring";
import { tableRow, tableUpdate } from "@/lib/contract/tables";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The shapes with their own names; an endpoint's request and response are named after the endpoint. */
const NAMED: Record<string, z.ZodType> = {
  Call: call,
  CallRow: callRow,
  CallOverview: callOverview,
  CallCosts: callCosts,
  CallsFilter: callsFilter,
  StartedCall: startedCall,
  EndedCall: endedCall,
  TokenUsage: tokenUsage,
  CallUsage: callUsage,
  StatedCost: statedCost,
  Metric: plainMetric,
  Alert: alert,
  AlertEvent: alertEvent,
  AlertDelivery: alertDelivery,
  AuditRecord: auditRecord,
  Experiment: experiment,
  ExperimentDefinition: experimentDefinition,
  ScoringRule: scoringRule,
  ScoringDefinition: scoringDefinition,
  Connection: connection,
  ConnectionDefinition: connectionDefinition,
  Cost: cost,
  NewCost: newCost,
  Feedback: feedback,
  CommentPayload: commentPayload,
  Project: project,
  ProjectSettings: projectSettings,
  Refusal: refusal,
  ApiKey: apiKey,
  KeyHolder: keyHolder,
  Grant: grant,
  ChatRequest: chatRequest,
  ChatMessage: chatMessage,
  ChatCompletion: chatCompletion,
  ChatChunk: chatChunk,
  Model: modelEntry,
  ObjectVersion: objectVersion,
  TableRow: tableRow,
  TableUpdate: tableUpdate,
  Query: querySchema,
  FieldError: fieldError,
  TraceError: traceError,
  OpenAiError: openAiError,
};

const REF = "#/components/schemas/";
// Where zod puts schemas without a registered owner: the recursive ones.
const SHARED = "__shared";

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
  const id = name.charAt(0).toUpperCase() + name.slice(1);
  if (endpoint.request && !registry.has(endpoint.request)) registry.add(endpoint.request, { id: `${id}Request` });
  if (endpoint.answer !== "binary" && !registry.has(endpoint.response))
    registry.add(endpoint.response, { id: `${id}Response` });
}

/** `{$ref}` to the component of a schema that an endpoint uses. */
export function schemaRef(schema: z.ZodType): { $ref: string } {
  const registered = registry.get(schema);
  if (!registered) throw new TypeError("This schema is not a component");
  return { $ref: REF + registered.id };
}

/** Every named shape as JSON Schema 2020-12 in its wire format, for requests and responses. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    uri: (id) => REF + id,
    unrepresentable: (context) =>
      context.zodSchema instanceof z.core.$ZodUndefined ? { not: {} } : payloadJsonSchema(context),
  });
  const { [SHARED]: shared, ...registered } = schemas;
  const all: Record<string, JsonSchema> = { ...registered, ...shared?.$defs };
  const components = Object.entries(all)
    .filter(([, schema]) => !isAlias(schema))
    .map(([id, { $schema: _dialect, $id: _address, ...schema }]) => [id, withPlainRefs(schema, all)] as const);
  return Object.fromEntries(components.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The schema with refs into the shared part, and refs to aliases there, pointing directly to the component. */
function withPlainRefs(schema: JsonSchema, all: Record<string, JsonSchema>): JsonSchema {
  const plain = (ref: string): string => {
    const id = ref.slice(ref.lastIndexOf("/") + 1);
    const target = all[id];
    return target && isAlias(target) && typeof target.$ref === "string" ? plain(target.$ref) : REF + id;
  };
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === "$ref" ? plain(String(value)) : value)));
}

function isAlias(schema: JsonSchema): boolean {
  return Object.keys(schema).every((key) => key === "$ref" || key === "$id" || key === "$schema") && "$ref" in schema;
}
