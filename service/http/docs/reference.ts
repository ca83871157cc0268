import { type Endpoint, takesBody } from "@/lib/contract/endpoint";
import { type Listed, schemasOf } from "./endpoint-section";
import { fieldParameters, type OpenApiDocument } from "./openapi";
import { byResource } from "./resources";
import { type Field, type JsonSchema, type TypePart, fieldsOf } from "./schema-fields";
import { shapesUnder, typesIn } from "./shapes";

const HEAD = `# API reference

Every endpoint of the service by resource, with the role that it needs and the fields of its request. This page is
generated from the contract (\`lib/contract\`); change that, then run \`npx vitest run service/http/docs/reference.test.ts -u\`.

On a running service, \`/docs\` also has responses, errors, headers, limits and an example of each request, and
\`/openapi.json\` the same for programs. [Fields of the API and their tests](interface-coverage.md) is a page of its own.

An API key is sent as the password of HTTP Basic, with any user name, or as a Bearer token. Each role includes those
before it: viewer, annotator, member, admin. Names of required fields are bold, and shapes such as \`CallsFilter\` are
[at the end](#shapes).`;

const SHAPES = "Shapes";

/** The endpoints and the shapes of their requests as Markdown, for reading without a running service. */
export function referenceMarkdown(document: OpenApiDocument, listed: readonly Listed[]): string {
  const resources = byResource(listed);
  const shapes = shapesUnder(
    listed.flatMap(([, endpoint]) => typesIn(sentWith(endpoint, document))),
    document,
  );
  return `${[
    HEAD,
    [
      ...resources.map(({ title, listed: some }) => `${contentsLine(title)} (${some.length})`),
      contentsLine(SHAPES),
    ].join("\n"),
    ...resources.flatMap(({ title, listed: some }) => [
      `## ${title}`,
      ...some.flatMap(([, endpoint]) => endpointParts(endpoint, document)),
    ]),
    `## ${SHAPES}`,
    ...shapes.flatMap((name) => [`### ${name}`, ...shapeParts(document.components.schemas[name] ?? {})]),
  ].join("\n\n")}\n`;
}

/** The anchor is the one that GitHub gives a heading. */
const contentsLine = (title: string) =>
  `- [${title}](#${title.toLowerCase().replaceAll("'", "").replaceAll(" ", "-")})`;

const sentWith = (endpoint: Endpoint, document: OpenApiDocument): JsonSchema | undefined =>
  takesBody(endpoint) ? schemasOf(endpoint, document).sent : undefined;

function endpointParts(endpoint: Endpoint, document: OpenApiDocument): string[] {
  const fields = fieldParameters(endpoint).map(({ name, in: place, required, description }) =>
    tableRow(name, required, place, description ? [description] : []),
  );
  const sent = sentWith(endpoint, document);
  return [
    `### ${endpoint.method} ${endpoint.path}`,
    [
      sentence(endpoint.summary),
      endpoint.role === "none" ? "No key." : `Role: ${endpoint.role}.`,
      ...(endpoint.kind === "core" ? ["Core."] : []),
    ].join(" "),
    ...table([...fields, ...(sent ? fieldsOf(sent).map(fieldRow) : [])]),
  ];
}

const shapeParts = (schema: JsonSchema): string[] => [
  ...(schema.maxProperties === 1 ? ["Exactly one of these fields."] : []),
  ...table(fieldsOf(schema).map(fieldRow)),
];

const table = (rows: string[]): string[] =>
  rows.length === 0 ? [] : [["| field | type | notes |", "| --- | --- | --- |", ...rows].join("\n")];

function fieldRow({ path, type, isRequired, defaultValue, notes }: Field): string {
  const standard = defaultValue === undefined ? [] : [`default \`${defaultValue}\``];
  return tableRow(path, isRequired, typeText(type), [...standard, ...notes]);
}

const tableRow = (name: string, isRequired: boolean, type: string, notes: string[]) =>
  `| ${isRequired ? `**\`${name}\`**` : `\`${name}\``} | ${cell(type)} | ${cell(notes.map(sentence).join(" "))} |`;

const typeText = (parts: readonly TypePart[]) =>
  parts.map((part) => (typeof part === "string" ? part : part.shape)).join("");

/** A sentence that begins and ends as one. */
const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) || text === "" ? "" : "."}`;

/** Text in a cell: a vertical bar would end it, and angle brackets outside of code would be an element. */
const cell = (text: string) =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ")
    .split("`")
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;")))
    .join("`");
