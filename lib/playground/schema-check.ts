import { JsonNode } from "@/lib/json/node";

/** Maximum number of warnings shown; the first ones usually explain the others. */
const MAX_WARNINGS = 5;
/** Deeper than any schema written by hand. */
const MAX_DEPTH = 40;
const TYPES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/**
 * Warnings about tools and schemas that a model server is likely to reject or misread; they do not prevent sending. For
 * the JSON text of `tools`, `response_format` and `guided_json`; none for other parameters or invalid JSON.
 */
export function schemaWarnings(name: string, text: string): string[] {
  const root = parse(text);
  if (!root) return [];
  const warnings: string[] = [];
  const warn = (path: string, words: string) => warnings.push(path === "" ? words : `${path}: ${words}`);
  if (name === "tools") checkTools(root, warn);
  else if (name === "guided_json") checkSchema(root, "", warn, false);
  else if (name === "response_format") checkFormat(root, warn);
  return warnings.slice(0, MAX_WARNINGS);
}

type Warn = (path: string, words: string) => void;

function parse(text: string): JsonNode | undefined {
  try {
    return JsonNode.parse(text);
  } catch {
    return undefined;
  }
}

function checkTools(tools: JsonNode, warn: Warn): void {
  const names = new Set<string>();
  for (const [index, tool] of [...tools.items()].entries()) {
    const callee = tool.get("function");
    const path = `[${index}].function`;
    if (!callee) {
      warn(`[${index}]`, 'has no "function"');
      continue;
    }
    const name = callee.get("name")?.string() ?? "";
    if (!/^[\w-]{1,64}$/.test(name)) warn(`${path}.name`, "should be 1 to 64 letters, digits, _ or -");
    if (names.has(name)) warn(`${path}.name`, `"${name}" is used twice`);
    names.add(name);
    const parameters = callee.get("parameters");
    if (!parameters) continue;
    if (parameters.get("type")?.string() !== "object") warn(`${path}.parameters`, 'should have "type": "object"');
    checkSchema(parameters, `${path}.parameters`, warn, callee.get("strict")?.boolean() === true);
  }
}

function checkFormat(format: JsonNode, warn: Warn): void {
  if (format.get("type")?.string() !== "json_schema") return;
  const json = format.get("json_schema");
  const schema = json?.get("schema");
  if (!json?.get("name")) warn("json_schema", 'needs a "name"');
  if (!schema) warn("json_schema", 'needs a "schema"');
  else checkSchema(schema, "json_schema.schema", warn, json?.get("strict")?.boolean() === true);
}

function checkSchema(schema: JsonNode, path: string, warn: Warn, isStrict: boolean, depth = 0): void {
  if (schema.kind === "boolean" || depth > MAX_DEPTH) return;
  if (schema.kind !== "object") {
    warn(path, "a schema must be an object, true or false");
    return;
  }
  checkType(schema.get("type"), path, warn);
  checkProperties(schema, path, warn, isStrict);
  const options = schema.get("enum");
  if (options && options.size === 0) warn(`${path}.enum`, "should list at least one value");
  for (const [key, inner] of innerSchemas(schema)) checkSchema(inner, `${path}${key}`, warn, isStrict, depth + 1);
}

function checkType(type: JsonNode | undefined, path: string, warn: Warn): void {
  const types = type?.kind === "array" ? [...type.items()] : type ? [type] : [];
  for (const one of types)
    if (!TYPES.has(one.string() ?? "")) warn(`${path}.type`, `${one.raw} is not a JSON Schema type`);
}

function checkProperties(schema: JsonNode, path: string, warn: Warn, isStrict: boolean): void {
  const properties = schema.get("properties");
  const required = schema.get("required");
  if (required && required.kind !== "array") warn(`${path}.required`, "should be an array of names");
  const names = new Set([...(properties?.entries() ?? [])].map(([name]) => name));
  const needed = new Set([...(required?.items() ?? [])].map((item) => item.string() ?? item.raw));
  if (properties)
    for (const name of needed) if (!names.has(name)) warn(`${path}.required`, `"${name}" is not one of the properties`);
  if (!isStrict || !properties) return;
  const missing = [...names].filter((name) => !needed.has(name));
  if (missing.length > 0) warn(path, `with "strict", all properties are required: ${missing.join(", ")}`);
  if (schema.get("additionalProperties")?.boolean() !== false)
    warn(path, 'with "strict", "additionalProperties" must be false');
}

function innerSchemas(schema: JsonNode): [key: string, schema: JsonNode][] {
  const named = ["properties", "$defs", "definitions"].flatMap((key) =>
    [...(schema.get(key)?.entries() ?? [])].map(([name, inner]): [string, JsonNode] => [`.${key}.${name}`, inner]),
  );
  const listed = ["anyOf", "oneOf", "allOf", "prefixItems"].flatMap((key) =>
    [...(schema.get(key)?.items() ?? [])].map((inner, index): [string, JsonNode] => [`.${key}[${index}]`, inner]),
  );
  const single = ["items", "additionalProperties", "not"].flatMap((key): [string, JsonNode][] => {
    const inner = schema.get(key);
    return inner && inner.kind !== "array" ? [[`.${key}`, inner]] : [];
  });
  return [...named, ...listed, ...single];
}
