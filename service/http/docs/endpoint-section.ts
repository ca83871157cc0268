import { html } from "hono/html";
import { type Endpoint, takesBody } from "@/lib/contract/endpoint";
import { fieldParameters, type OpenApiDocument, UNKNOWN_FIELDS } from "./openapi";
import { schemaRef } from "./openapi-schemas";
import { curlOf } from "./example";
import { fieldTable } from "./field-table";
import { type Html, prose, typeText } from "./prose";
import { type JsonSchema, shapeOf } from "./schema-fields";

/** An endpoint with its name in the contract. */
export type Listed = readonly [name: string, endpoint: Endpoint];

/** The schemas of an endpoint's request and response, if these are JSON or a form. */
export function schemasOf({ request, response, answer, events }: Endpoint, document: OpenApiDocument) {
  const answered = answer === "binary" ? undefined : schemaRef(response);
  const shape = answered && shapeOf(answered);
  return {
    sent: request && resolve(schemaRef(request), document),
    answered: answered && resolve(answered, document),
    /** The name of the response's shape, if it has one and so a table. */
    answeredShape: shape?.endsWith("Response") ? undefined : shape,
    eventShape: events && shapeOf(schemaRef(events)),
  };
}

export function endpointSection([name, endpoint]: Listed, document: OpenApiDocument): Html {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  const { sent } = schemasOf(endpoint, document);
  return html`<section class="endpoint" id="${name}">
    <h3>
      <a href="#${name}"><span class="method">${endpoint.method}</span> <code>${endpoint.path}</code></a>
    </h3>
    <p>${prose(operation?.summary ?? "")}</p>
    <ul class="facts">
      <li>${endpoint.role === "none" ? "no key" : html`role <b>${endpoint.role}</b>`}</li>
      <li>${endpoint.kind === "core" ? "core" : "extension"}</li>
      ${endpoint.method === "POST" && html`<li>${UNKNOWN_FIELDS[endpoint.unknownFields]}</li>`}
    </ul>
    ${endpoint.headers && headersPart(endpoint.headers)} ${fieldsPart(endpoint)}
    ${takesBody(endpoint) && requestPart(endpoint, sent)} ${answerPart(endpoint, document)}
    <h4>Errors</h4>
    <ul class="errors">
      ${Object.entries(operation?.responses ?? {})
        .filter(([status]) => status !== "200")
        .map(([status, { description }]) => html`<li><a href="#errors">${status}</a> ${description}</li>`)}
    </ul>
    <h4>Example</h4>
    <pre tabindex="0"><code>${curlOf(endpoint, sent, document.components.schemas)}</code></pre>
  </section>`;
}

function headersPart(headers: NonNullable<Endpoint["headers"]>): Html {
  return html`<h4>Headers</h4>
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">header</th>
          <th scope="col">meaning</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(headers).map(
          ([name, meaning]) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td>${prose(meaning)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function fieldsPart(endpoint: Endpoint): Html | undefined {
  const fields = fieldParameters(endpoint);
  if (fields.length === 0) return undefined;
  return html`<h4>Path and query</h4>
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">field</th>
          <th scope="col">where</th>
          <th scope="col">meaning</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(
          (field) =>
            html`<tr>
              <td><code>${field.name}</code></td>
              <td>${field.in}</td>
              <td>${prose(field.description)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function requestPart({ requestType }: Endpoint, sent: JsonSchema | undefined): Html {
  const media = sent ? (requestType ?? "application/json") : "application/x-protobuf or application/json";
  return html`<h4>Request <small>${media}</small></h4>
    ${sent ? fieldTable(sent, "sent") : html`<p>An OTLP <code>ExportTraceServiceRequest</code>, optionally compressed with gzip.</p>`}`;
}

function answerPart(endpoint: Endpoint, document: OpenApiDocument): Html {
  const { answered, answeredShape, eventShape } = schemasOf(endpoint, document);
  if (!answered) return html`<h4>Response <small>${endpoint.answerType ?? "same as the request"}</small></h4>`;
  return html`<h4>
      Response
      <small>${endpoint.answer === "json-lines" ? "application/jsonl, one object per line" : "application/json"}</small>
    </h4>
    ${answeredShape ? html`<p class="type">${typeText([{ shape: answeredShape }])}</p>` : fieldTable(answered, "answered")}
    ${
      eventShape &&
      html`<h4>
          Events <small>text/event-stream, ended by <code>data: [DONE]</code></small>
        </h4>
        <p class="type">${typeText([{ shape: eventShape }])}</p>`
    }`;
}

function resolve(ref: JsonSchema, document: OpenApiDocument): JsonSchema {
  return document.components.schemas[shapeOf(ref) ?? ""] ?? {};
}
