import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readServiceConfig } from "./config";
import { localUpstreams } from "@/service/inference/upstream-config";

const folder = mkdtempSync(path.join(tmpdir(), "loupe-upstreams-"));
afterAll(() => rmSync(folder, { recursive: true }));

const URL_HERE = "http://127.0.0.1:8000/v1";
const read = (value: string) => readServiceConfig({ LOUPE_ADMIN_KEY: "eight ch", LOUPE_UPSTREAMS: value }).upstreams;
const listOf = (...entries: object[]) => JSON.stringify(entries);
const entry = { name: "vllm", base_url: URL_HERE };

test("all fields set", () => {
  const full = {
    ...entry,
    api_key: "sk-1",
    key_header: "api-key",
    headers: [{ name: "x-team", value: "a b" }],
    models: ["a"],
    projects: ["acme/*"],
    max_parallel: 4,
    supports_priority: true,
    deny_params: ["logits_processors", "image_url"],
    request_id: "header",
  };
  expect(read(listOf(full))).toEqual([full]);
});

test("the path of a file", () => {
  const file = path.join(folder, "upstreams.json");
  writeFileSync(file, listOf(entry));
  expect(read(file)).toMatchObject([entry]);
});

test("none at all", () => expect(read("[]")).toEqual([]));

test.each([
  ["https://api.openai.com/v1", "header"],
  ["https://me.openai.azure.com/openai/v1", "header"],
  ["https://notopenai.com/v1", "body"],
  [URL_HERE, "body"],
])("%s gets a request's id in the %s", (base_url, request_id) => {
  expect(read(listOf({ ...entry, base_url }))).toMatchObject([{ request_id }]);
});

describe("an invalid list aborts the start with the error, and without its keys", () => {
  test.each([
    ["no JSON", "[{", "it is not valid JSON (character 2)"],
    ["no file", "/nowhere/upstreams.json", "there is no such file, or it cannot be read"],
    ["no address", listOf({ name: "a" }), "[0].base_url "],
    [
      "an address of another scheme",
      listOf({ ...entry, base_url: "file:///etc/passwd" }),
      "[0].base_url must be an http",
    ],
    ["a password in the address", listOf({ ...entry, base_url: "http://u:p@h/v1" }), "[0].base_url must be an http"],
    ["a query in the address", listOf({ ...entry, base_url: "http://h/v1?key=sk-canary" }), "[0].base_url must be"],
    ["no name", listOf({ base_url: URL_HERE }), "[0].name "],
    ["a name with a space", listOf({ ...entry, name: "a b" }), "[0].name must be 1 to 64 letters"],
    ["a name twice", listOf(entry, entry), "[1].name appears more than once"],
    ["a field that is not known", listOf({ ...entry, apikey: "sk-canary" }), "[0].apikey is not a known field"],
    ["a key over two lines", listOf({ ...entry, api_key: "sk-canary\r\nx: y" }), "[0].api_key must be plain text"],
    [
      "a header that is set anyway",
      listOf({ ...entry, headers: [{ name: "Host", value: "canary" }] }),
      "headers[0].name",
    ],
    ["an empty list of models", listOf({ ...entry, models: [] }), "[0].models must contain at least one model"],
    ["no list", '{"name":"a"}', "it must be an array"],
  ])("%s", (_what, value, words) => {
    const refuse = () => read(value);
    expect(refuse).toThrow(
      /^LOUPE_UPSTREAMS: invalid value \(hidden, since it may contain keys\); expected a JSON array of \{name, base_url,/,
    );
    expect(refuse).toThrow(words);
    expect(refuse).not.toThrow("canary");
  });
});

test("servers of this machine are looked for at their usual ports, never at the service's own", () => {
  expect(localUpstreams(3001).map(({ name }) => name)).toEqual([
    "ollama",
    "vllm",
    "llama.cpp",
    "lm-studio",
    "loupe-serve",
  ]);
  expect(localUpstreams(8000).map(({ name }) => name)).toEqual(["ollama", "llama.cpp", "lm-studio", "loupe-serve"]);
});
