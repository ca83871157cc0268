import { describe, expect, it, test } from "vitest";

import {
  changedSettings,
  draftOf,
  newDraft,
  placeProblems,
  rebased,
  type ServerDraft,
  sentenceOf,
  settingsOf,
  withProvider,
} from "./server-draft";
import { secretChanges, secretsOf } from "./server-secrets";
import { withRow } from "../secrets/secrets";
import { serverOf } from "./test-server";

function read(change: Partial<ServerDraft>, draft = newDraft("openai")) {
  const result = settingsOf({ ...draft, ...change });
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.settings;
}
const problems = (change: Partial<ServerDraft>, draft = newDraft("openai")) => {
  const result = settingsOf({ ...draft, ...change });
  return "problems" in result ? result.problems : {};
};

describe("the settings of a draft", () => {
  it("are those of the preset, with null for every default", () => {
    expect(read({})).toEqual({
      provider: "openai",
      name: "openai",
      base_url: "https://api.openai.com/v1",
      models: null,
      projects: null,
      max_parallel: null,
      key_header: null,
      deny_params: null,
      supports_priority: null,
      request_id: null,
    });
  });

  it("have an item for each line that has text", () => {
    expect(
      read({ models: " a \n\nb c\n", projects: "acme/*", deny: "image_url", limit: " 8 ", priority: "yes" }),
    ).toEqual(
      expect.objectContaining({
        models: ["a", "b c"],
        projects: ["acme/*"],
        deny_params: ["image_url"],
        max_parallel: 8,
        supports_priority: true,
      }),
    );
  });

  test.each([
    [{ address: " " }, { address: "Enter an address" }],
    [
      { address: "https://YOUR-RESOURCE.openai.azure.com/openai/v1" },
      { address: "Replace YOUR-RESOURCE with the name of your resource" },
    ],
    [{ provider: "other" }, { name: "Enter a name" }],
    [{ limit: "0" }, { limit: "Enter a whole number from 1 to 10,000, or nothing for no limit" }],
    [{ limit: "many" }, { limit: "Enter a whole number from 1 to 10,000, or nothing for no limit" }],
  ])("of %j are wrong: %j", (change, wrong) => {
    expect(problems(change)).toEqual(wrong);
  });

  it("of an update are only what was changed", () => {
    const before = draftOf(serverOf({ models: ["a"], max_parallel: 8 }));
    const draft = { ...before, models: "", limit: "9" };
    expect(changedSettings(read(draft), draft, before)).toEqual({ models: null, max_parallel: 9 });
    expect(changedSettings(read(before), before, before)).toEqual({});
  });
});

it("another provider replaces only an address that nobody typed", () => {
  expect(withProvider(newDraft("openai"), "ollama")).toEqual({
    provider: "ollama",
    address: "http://127.0.0.1:11434/v1",
  });
  expect(withProvider({ ...newDraft("openai"), address: "https://mine.test" }, "ollama")).toEqual({
    provider: "ollama",
  });
});

it("what somebody else changed is taken over, except where both changed the same", () => {
  const before = draftOf(serverOf());
  const now = { ...before, name: "theirs", limit: "4", projects: "acme/*" };
  const mine = { ...before, limit: "8", models: "m-1", projects: "acme/*" };
  expect(rebased(mine, before, now)).toEqual({
    draft: { ...mine, name: "theirs" },
    taken: ["name"],
    both: ["limit"],
  });
});

it("errors of the service are at their fields, their lines and their headers", () => {
  const errors = [
    { path: "base_url", message: "leads to this service itself" },
    { path: "models[2]", message: "must not be empty" },
    { path: "api_key", message: "must be plain text without spaces" },
    { path: "headers[1].name", message: "appears more than once" },
    { path: "headers", message: "must be entered again" },
    { path: "replaces", message: "must be a number" },
  ];
  expect(placeProblems(errors)).toEqual({
    fields: { address: "Leads to this service itself", models: "Line 3 must not be empty" },
    key: "Must be plain text without spaces",
    headers: "Must be entered again",
    header: { 1: { name: "Appears more than once" } },
  });
  expect(sentenceOf(errors.slice(0, 3))).toBe(
    "The address leads to this service itself; The models must not be empty; The key must be plain text without spaces",
  );
});

describe("what a request says of key and headers", () => {
  const stored = serverOf({ headers: ["x-team"] });

  it("is nothing if they stay", () => {
    expect(secretChanges(secretsOf(stored), stored)).toEqual({});
    expect(secretChanges({ ...secretsOf(stored), headers: withRow(secretsOf(stored).headers) }, stored)).toEqual({});
  });

  it("is null for a key that is removed, and the text of a new one", () => {
    const { headers } = secretsOf(stored);
    expect(secretChanges({ key: { kind: "remove" }, headers }, stored)).toEqual({ api_key: null });
    expect(secretChanges({ key: { kind: "replace", text: " sk-1 " }, headers }, stored)).toEqual({ api_key: "sk-1" });
    expect(secretChanges({ key: { kind: "replace", text: "" }, headers }, stored)).toEqual({});
  });

  it("is the whole list of headers, where stored ones have no value", () => {
    const { key, headers } = secretsOf(stored);
    const added = [...headers, { row: 1, name: "x-org", isStored: false as const, value: "o-1" }];
    expect(secretChanges({ key, headers: added }, stored)).toEqual({
      headers: [{ name: "x-team" }, { name: "x-org", value: "o-1" }],
    });
    expect(secretChanges({ key, headers: [] }, stored)).toEqual({ headers: [] });
  });
});
