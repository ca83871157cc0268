import { type Endpoint, takesBody } from "@/lib/contract/endpoint";
import { type JsonSchema, listOf, shapeOf, variantsOf } from "./schema-fields";

type Schemas = Record<string, JsonSchema>;

const ID = "019aa0f2-6f6e-7a41-9d5e-4c1c7f1f9a10";

/** Example texts for fields, instead of the name of the field. */
const TEXTS: Record<string, string> = {
  project_id: "acme/support",
  id: ID,
  call_id: ID,
  feedback_id: ID,
  model_id: ID,
  call_ids: ID,
  core_ref: `core:///acme/support/call/${ID}`,
  refs: "core:///acme/support/object/answer:latest",
  scorer_ref: "core:///acme/support/object/tone:6YlyMvOfPsyY",
  test_table_ref: "core:///acme/support/object/questions:6YlyMvOfPsyY",
  feedback_type: "core.note.1",
  op_name: "answer",
  fields: "op_name",
  object_id: "answer",
  digest: "latest",
  display_name: "Answer a customer",
  owner: "ci",
  project_pattern: "acme/*",
  model: "llama-3.3-70b",
  contentType: "image/png",
  sha256Hash: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  base_url: "http://localhost:8000/v1",
  address: "http://localhost:8265",
  query: "query { viewer { username } }",
};

const ROW = { question: "Where is my parcel?", answer: "It left Lyon." };

const trajectory = (content: string, reward: number) => ({
  messages_and_choices: [
    { role: "user", content: ROW.question },
    { role: "assistant", content },
  ],
  reward,
});

/** Example objects that cannot be derived from the schema. */
const OBJECTS: Record<string, unknown> = {
  Query: { $expr: { $eq: [{ $getField: "id" }, { $literal: ID }] } },
  TableUpdate: { append: { row: ROW } },
  messages: [{ role: "user", content: "Where is my parcel?" }],
  trajectory_groups: [{ trajectories: [trajectory("Where it is now.", 1), trajectory("I do not know.", 0)] }],
  first: { feedback_type: "core.annotation.tone" },
  second: { feedback_type: "core.runnable.tone" },
  payload: { note: "Polite and correct" },
  costs: { "gpt-4o": { prompt_token_cost: 2.5e-6, completion_token_cost: 1e-5 } },
};

/** An example value for a schema of the OpenAPI document, with its required fields only. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, name = ""): unknown {
  const shape = shapeOf(schema);
  const prepared = OBJECTS[shape ?? name];
  if (prepared !== undefined) return prepared;
  if (shape !== undefined) return exampleOf(schemas[shape] ?? {}, schemas, name);
  const [variant] = variantsOf(schema) ?? [];
  if (variant) return exampleOf(variant, schemas, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch ([schema.type].flat()[0]) {
    case "object":
      return objectOf(schema, schemas);
    case "array":
      return listOf(schema.items).map((item) => exampleOf(item, schemas, name));
    case "string":
      return schema.format === "date-time" ? "2026-11-20T08:40:45.487Z" : (TEXTS[name] ?? name);
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return true;
    default:
      return ROW;
  }
}

function objectOf({ required = [], properties = {} }: JsonSchema, schemas: Schemas): Record<string, unknown> {
  return Object.fromEntries(
    required.map((name) => [name, exampleOf(listOf(properties[name])[0] ?? {}, schemas, name)] as const),
  );
}

/** A body that is wider than this is written on several lines. */
const ONE_LINE_CHARS = 72;

/** A request to an endpoint as a shell command; its address and key come from `$LOUPE_URL` and `$LOUPE_API_KEY`. */
export function curlOf(endpoint: Endpoint, request: JsonSchema | undefined, schemas: Schemas): string {
  const { path, auth, answer, method } = endpoint;

  const flags = [
    ...(method === (takesBody(endpoint) ? "POST" : "GET") ? [] : [`-X ${method}`]),
    ...(answer === "json-lines" ? ["-N"] : []),
    ...(auth === "none"
      ? []
      : [auth === "basic" ? '-u "api:$LOUPE_API_KEY"' : '-H "authorization: Bearer $LOUPE_API_KEY"']),
  ];
  const first = ["curl", ...flags, `"$LOUPE_URL${path}"`].join(" ");
  return [first, ...(takesBody(endpoint) ? bodyOf(endpoint, request, schemas) : [])].join(" \\\n  ");
}

function bodyOf({ requestType }: Endpoint, request: JsonSchema | undefined, schemas: Schemas): string[] {
  if (!request) return ["-H 'content-type: application/x-protobuf'", "--data-binary @spans.pb"];
  const example = exampleOf(request, schemas);
  if (requestType) return formOf(example, requestType === "multipart/form-data" ? "-F" : "--data-urlencode");
  const line = JSON.stringify(example);
  const text = line.length > ONE_LINE_CHARS ? JSON.stringify(example, null, 2) : line;
  return ["-H 'content-type: application/json'", `-d ${quoted(text)}`];
}

function formOf(example: unknown, flag: string): string[] {
  return Object.entries(example ?? {}).map(
    ([name, value]) => `${flag} ${quoted(`${name}=${name === "file" ? "@answer.py" : String(value)}`)}`,
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
