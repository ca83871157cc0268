import { html, raw } from "hono/html";
import { ROLES } from "@/lib/contract/endpoint";
import { ERROR_STATUS } from "@/lib/contract/error-codes";
import { LIMITS, type OpenApiDocument, PROMISE, PURPOSE } from "./openapi";
import { endpointSection, type Listed, schemasOf } from "./endpoint-section";
import { ERROR_MEANINGS } from "./error-meanings";
import { fieldTable } from "./field-table";
import { firstRequest } from "./first-request";
import { type Html, prose } from "./prose";
import { byResource } from "./resources";
import { shapesUnder, typesIn } from "./shapes";
import { STYLE } from "./style";

/** Shape of errors of most endpoints. */
const ERROR_SHAPE = "TraceError";

// Not in the template: the policy allows the style by its hash, white space included.
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`);

/**
 * The OpenAPI document as one page, for the endpoints in `listed`. The examples send their requests to `origin`. The page
 * has no script and loads nothing; its only style is `STYLE`.
 */
export function docsPage(document: OpenApiDocument, listed: readonly Listed[], origin: string): Html {
  const resources = byResource(listed);
  const shapes = shapesOf(listed, document);
  const first = firstRequest(listed, origin);
  const { title, version } = document.info;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} API</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <nav aria-label="Contents">
          <p class="brand"><a href="#content">${title}</a> <small>${version}</small></p>
          <ul>
            ${first && html`<li><a href="#first-request">First request</a></li>`}
            <li><a href="#authentication">Authentication</a></li>
          </ul>
          ${resources.map(contents)}
          <ul class="resource">
            ${["Errors", "Schemas", "Limits"].map((name) => html`<li><a href="#${name.toLowerCase()}">${name}</a></li>`)}
          </ul>
        </nav>
        <main id="content">
          <h1>${title} API</h1>
          ${introduction(listed)} ${first} ${authentication(document)}
          ${resources.map(
            (resource) =>
              html`<h2 id="${resource.id}">${resource.title}</h2>
                ${resource.listed.map((one) => endpointSection(one, document))}`,
          )}
          ${errors(document)}
          <h2 id="schemas">Schemas</h2>
          ${shapes.map((name) => shapeSection(name, document))} ${limits(listed)}
        </main>
      </body>
    </html>`;
}

function contents({ title, id, listed }: ReturnType<typeof byResource>[number]): Html {
  return html`<div class="resource">
    <a href="#${id}">${title}</a>
    <ul>
      ${listed.map(([name, { path }]) => html`<li><a href="#${name}">${path}</a></li>`)}
    </ul>
  </div>`;
}

function introduction(listed: readonly Listed[]): Html {
  const openapi = listed.find(([name]) => name === "openapi")?.[1];
  return html`<p>${prose(PURPOSE)} ${prose(PROMISE)}</p>
    ${
      openapi &&
      html`<p>
        Machine-readable version, OpenAPI 3.1: <a href="${openapi.path.slice(1)}"><code>${openapi.path}</code></a
        >.
      </p>`
    }`;
}

const NUMBER = new Intl.NumberFormat("en", { useGrouping: "min2" });

function limits(listed: readonly Listed[]): Html {
  const isServed = (path: string) => listed.some(([, endpoint]) => endpoint.path === path);
  const takesOtlp = listed.some(([, { errors: family }]) => family === "otlp");
  const rows = Object.entries(LIMITS).filter(([name, [what]]) => {
    const path = /`(.+)`/.exec(what)?.[1];
    return (path === undefined || isServed(path)) && (takesOtlp || !name.startsWith("OTLP_"));
  });
  return html`<h2 id="limits">Limits</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">what</th>
          <th scope="col">limit</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([, [what, limit]]) =>
            html`<tr>
              <td>${prose(what)}</td>
              <td>${typeof limit === "number" ? NUMBER.format(limit) : limit}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function authentication({ components }: OpenApiDocument): Html {
  const { basic, bearer, apiKey } = components.securitySchemes;
  return html`<h2 id="authentication">Authentication</h2>
    <p>Send an API key in one of these ways:</p>
    <ul>
      <li><code>Authorization: Basic …</code> ${prose(basic.description)}</li>
      <li><code>Authorization: Bearer …</code> ${prose(bearer.description)}</li>
      <li><code>${apiKey.name}: …</code> The API key itself.</li>
    </ul>
    <p>
      A key has roles on projects: <b>${ROLES.join(", ")}</b>. Each includes the permissions of the roles before it.
      Every endpoint lists the role that it requires on the project of the request.
    </p>`;
}

function errors(document: OpenApiDocument): Html {
  return html`<h2 id="errors">Errors</h2>
    <table class="fields codes">
      <thead>
        <tr>
          <th scope="col">code</th>
          <th scope="col">status</th>
          <th scope="col">meaning</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(ERROR_MEANINGS).map(
          ([code, meaning]) =>
            html`<tr>
              <td><code>${code}</code></td>
              <td>${statusOf(code)}</td>
              <td>${prose(meaning)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <h3>Error body</h3>
    ${fieldTable(document.components.schemas[ERROR_SHAPE] ?? {}, "answered")}`;
}

function statusOf(code: string): number | undefined {
  return Object.entries(ERROR_STATUS).find(([name]) => name === code)?.[1];
}

function shapeSection(name: string, { components }: OpenApiDocument): Html {
  const schema = components.schemas[name] ?? {};
  return html`<section class="endpoint" id="shape-${name}">
    <h3>
      <a href="#shape-${name}"><code>${name}</code></a>
    </h3>
    ${schema.maxProperties === 1 && html`<p>Exactly one of these fields.</p>`} ${fieldTable(schema, "sent")}
  </section>`;
}

/** Names of the shapes that the endpoints' tables refer to, directly or through other shapes. */
function shapesOf(listed: readonly Listed[], document: OpenApiDocument): string[] {
  const types = listed.flatMap(([, endpoint]) => {
    const { sent, answered, answeredShape, eventShape } = schemasOf(endpoint, document);
    return [
      ...typesIn(sent),
      ...(answeredShape === undefined ? typesIn(answered) : [{ shape: answeredShape }]),
      ...(eventShape === undefined ? [] : [{ shape: eventShape }]),
    ];
  });
  return shapesUnder([...types, ...typesIn(document.components.schemas[ERROR_SHAPE])], document);
}
