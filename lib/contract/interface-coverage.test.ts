import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { call } from "./calls";
import { chatCompletion } from "./chat";
import { cost } from "./costs";
import type { Endpoint } from "./endpoint";
import { endpoints } from "./endpoints";
import { feedbackCreateRequest, feedbackCreateResponse } from "./feedback";
import { payloadJsonSchema } from "@/lib/json/payload";
import { modelEntry } from "./models";
import { objectVersion } from "./objects";
import { tableRow } from "./tables";
import { trainingJobFrame, trainingJobResponse, trajectory } from "./training";

const FOLDER = path.resolve(import.meta.dirname, "../../docs");
const PAGE = readFileSync(path.join(FOLDER, "interface-coverage.md"), "utf8");

const { choices } = chatCompletion.shape;

const RESOURCES: Record<string, z.ZodObject> = {
  "Feedback record": feedbackCreateRequest,
  "Feedback creation result": feedbackCreateResponse,
  Call: call,
  "Object version": objectVersion,
  "Cost record": cost,
  "Table row": tableRow,
  "Model entry": modelEntry,
  "Chat completion": chatCompletion,
  Choice: choices.element,
  "Choice message": choices.element.shape.message,
  "Training job": trainingJobResponse,
  Trajectory: trajectory,
};

const reading = Object.values<Endpoint>(endpoints).filter(
  ({ kind, auth, role }) => kind === "core" && auth === "basic" && role === "viewer",
);

interface Row {
  first: string;
  links: { words: string; file: string }[];
}

/** The rows of the table under a heading. */
function rowsOf(heading: string): Row[] {
  const section = PAGE.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) => ({ first: line.split(" | ")[0]?.slice(2) ?? "", links: linksIn(line) }));
}

/** The links of Markdown, in which a line break is a space. */
function linksIn(text: string): Row["links"] {
  const links = text.replaceAll("\n", " ").matchAll(/\[([^\]]+)\]\(([^)]+)\)/g);
  return [...links].map(([, words = "", file = ""]) => ({ words, file }));
}

const fieldsOn = (heading: string) =>
  rowsOf(heading).flatMap(({ first }) => (/^`[\w.$]+`$/.test(first) ? [first.slice(1, -1)] : []));

const jsonSchema = z.object({
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
  get items() {
    return jsonSchema.optional();
  },
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
});

/** The fields of a body, including nested ones, dotted: `filter.row_digests`. An expression has none. */
function fieldsWithin({ properties = {}, items, anyOf = [] }: z.infer<typeof jsonSchema>): string[] {
  const own = Object.entries(properties).flatMap(([name, value]) => [
    name,
    ...fieldsWithin(value).map((field) => `${name}.${field}`),
  ]);
  return [...own, ...(items ? [items, ...anyOf] : anyOf).flatMap(fieldsWithin)];
}

function fieldsOf(request: z.ZodType): string[] {
  return fieldsWithin(jsonSchema.parse(z.toJSONSchema(request, { io: "input", unrepresentable: payloadJsonSchema })));
}

test.each(Object.entries(RESOURCES))("%s: the page has exactly the fields of the contract", (heading, schema) => {
  expect(fieldsOn(heading).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
});

const bodies = [
  ...[...reading, endpoints.chatCompletions].map(
    ({ path: address, request = z.never() }) => [`POST ${address}`, request] as const,
  ),
  // Without its trajectories, which have their own table.
  [`POST ${endpoints.trainingJobCreate.path}`, trainingJobFrame] as const,
];

test.each(bodies)("%s: the page has exactly the fields of the contract", (heading, request) => {
  expect(fieldsOn(heading).toSorted()).toEqual(fieldsOf(request).toSorted());
});

describe("every row names existing tests", () => {
  const headings = [...PAGE.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  const rows = headings.flatMap((heading) => rowsOf(heading).map((row) => ({ heading, ...row })));

  test("the page has rows, and there are endpoints to read from", () => {
    expect([rows.length > 100, reading.length]).toEqual([true, 4]);
  });

  test.each(rows)("$heading: $first", ({ links }) => {
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !isThere(link))).toEqual([]);
  });

  test("the text between the tables names existing tests", () => {
    expect(linksIn(PAGE).filter((link) => !isThere(link))).toEqual([]);
  });
});

/** Whether a string literal in that test file equals the text: a test's name, or that of a row of its table. */
function isThere({ words, file }: Row["links"][number]): boolean {
  const place = path.resolve(FOLDER, file);
  if (!file.endsWith(".test.ts") || !existsSync(place)) return false;
  const source = readFileSync(place, "utf8");
  return ['"', "'", "`"].some((quote) => source.includes(quote + words + quote));
}
