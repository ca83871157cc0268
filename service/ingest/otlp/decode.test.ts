import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Attributes, valueJson } from "./any-value";
import { decodeJson } from "./decode-json";
import { decodeProtobuf } from "./decode-protobuf";
import type { ScopeSpans } from "./span";
import { TRACE_EXPORT } from "./trace-messages";

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, "fixtures", name));

/** The groups in the shape of the fixtures' decoded views. */
function viewOf(groups: ScopeSpans[]): unknown {
  const plain = (attributes: Attributes): unknown => JSON.parse(valueJson(attributes).text);
  return groups.map(({ resource, scope, spans }) => ({
    resource: plain(resource),
    scope,
    spans: spans.map((span) => ({
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      name: span.name,
      kind: span.kind,
      startTimeUnixNano: String(span.startUnixNano),
      endTimeUnixNano: String(span.endUnixNano),
      attributes: plain(span.attributes),
      events: span.events.map((event) => ({
        timeUnixNano: String(event.timeUnixNano),
        name: event.name,
        attributes: plain(event.attributes),
      })),
      status: { code: span.statusCode, message: span.statusMessage },
    })),
  }));
}

type View = {
  resourceSpans: {
    resource: { attributes: object };
    scopeSpans: { scope: { name: string; version: string }; spans: Record<string, unknown>[] }[];
  }[];
};

function wantedView(name: string): unknown {
  const view: View = JSON.parse(fixture(`${name}.view.json`).toString());
  return view.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.map(({ scope, spans }) => ({
      resource: resource.attributes,
      scope: { name: scope.name, version: scope.version },
      spans: spans.map(({ traceId, spanId, parentSpanId, name: spanName, kind, ...rest }) => ({
        traceId,
        spanId,
        parentSpanId,
        name: spanName,
        kind,
        startTimeUnixNano: rest.startTimeUnixNano,
        endTimeUnixNano: rest.endTimeUnixNano,
        attributes: rest.attributes,
        events: rest.events,
        status: rest.status,
      })),
    })),
  );
}

describe("captured exports", () => {
  it.each(["ai-sdk-6", "genai", "openinference"])("decodes %s from protobuf to its view", (name) => {
    expect(viewOf(decodeProtobuf(fixture(`${name}.bin`), TRACE_EXPORT, []))).toEqual(wantedView(name));
  });

  it("decodes genai from OTLP/JSON to its view", () => {
    expect(viewOf(decodeJson(fixture("genai-json.bin").toString(), TRACE_EXPORT, []))).toEqual(
      wantedView("genai-json"),
    );
  });
});
