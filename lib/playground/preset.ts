import * as z from "zod";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import {
  makeDocument,
  MAX_PANES,
  type Pane,
  type PlaygroundDocument,
  promptSource,
  saidBy,
  type Turn,
  type TurnFields,
} from "./document";
import { messageOfTurn, turnOfMessage, writeMembers } from "./message";
import { panePrefix } from "./prefix";
import { readParameters, writeParameters } from "./request-body";
import { type TableRow, tableRow } from "./table-row";

/** Which messages are answers, and of which model, by index. */
const answers = z.array(saidBy.extend({ message: z.int() }));

const rowFields = tableRow.omit({ val: true });

/**
 * The playground as the value of an object: `{messages, panes: [{model, parameters}], variables}`, with messages and
 * parameters as they would be sent, and only if there are any: `answers`, `prompt` and `row`, and a pane's `prefix` and
 * own `messages`, `answers` and `prompt`. Throws an Error with a message for the user if a part of it is not valid JSON
 * yet.
 */
export function writePreset({ turns, prompt, panes, variables, row }: PlaygroundDocument): JsonText {
  const shared = writeTurns(turns, "Message");
  const written = panes.map(({ model, parameters, prefix, turns: own, prompt: from }, index) => {
    if (writeParameters(model, parameters) === undefined)
      throw new Error(`Pane ${index + 1}: a parameter is not valid JSON.`);
    const pane = { model, parameters: new JsonText(writeMembers(Object.entries(parameters))), prefix };
    return { ...pane, ...(own && writeTurns(own, `Pane ${index + 1}, message`)), prompt: from };
  });
  const parts = { ...shared, prompt, panes: written, variables, row: row && writeRow(row) };
  return new JsonText(writeJson(parts));
}

function writeTurns(turns: readonly Turn[], word: string) {
  const messages = turns.map((turn, index) => {
    const { json, problems } = messageOfTurn(turn);
    const [first] = problems;
    if (first) throw new Error(`${word} ${index + 1}: ${first.member}: ${first.message}.`);
    return new JsonText(json);
  });
  const answerModels = turns.flatMap((turn, message) => (turn.saidBy ? [{ message, ...turn.saidBy }] : []));
  return { messages, ...(answerModels.length > 0 && { answers: answerModels }) };
}

function writeRow({ val, ...row }: TableRow) {
  return { ...row, val: new JsonText(val) };
}

/** The playground in an object's value; throws an Error with a message for the user if it contains none. */
export function readPreset(val: JsonText): PlaygroundDocument {
  const root = JsonNode.parse(val);
  const messages = root.get("messages");
  const panes = root.get("panes");
  if (messages?.kind !== "array" || panes?.kind !== "array")
    throw new Error("This object is not a saved playground: it has no messages or no panes. Choose another object.");
  return makeDocument({
    turns: readTurns(root) ?? [],
    ...readPrompt(root),
    panes: [...panes.items()].slice(0, MAX_PANES).map((pane) => ({
      model: pane.get("model")?.string() ?? "",
      parameters: readParameters(pane.get("parameters")?.raw ?? "{}").parameters,
      ...withPrefix(readPart(panePrefix, pane.get("prefix"))),
      ...withTurns(readTurns(pane)),
      ...readPrompt(pane),
    })),
    variables: Object.fromEntries(
      [...(root.get("variables")?.entries() ?? [])].map(([name, value]) => [name, value.string() ?? value.raw]),
    ),
    ...readRow(root.get("row")),
  });
}

/** The messages of the playground or of a pane. */
function readTurns(node: JsonNode): TurnFields[] | undefined {
  const messages = node.get("messages");
  if (messages?.kind !== "array") return undefined;
  const answerModels = new Map(
    readPart(answers, node.get("answers"))?.map(({ message, ...answer }) => [message, answer] as const),
  );
  return [...messages.items()].map((message, index) => withSaidBy(turnOfMessage(message), answerModels.get(index)));
}

function readPrompt(node: JsonNode): Pick<Pane, "prompt"> {
  const prompt = readPart(promptSource, node.get("prompt"));
  return prompt ? { prompt } : {};
}

function readRow(node: JsonNode | undefined): Pick<PlaygroundDocument, "row"> {
  const fields = readPart(rowFields, node);
  const val = node?.get("val");
  return fields && val ? { row: { ...fields, val: val.raw } } : {};
}

function withTurns(turns: TurnFields[] | undefined): { turns?: TurnFields[] } {
  return turns ? { turns } : {};
}

function withSaidBy(turn: TurnFields, by: TurnFields["saidBy"]): TurnFields {
  return by ? { ...turn, saidBy: by } : turn;
}

function withPrefix(prefix: Pane["prefix"]): Pick<Pane, "prefix"> {
  return prefix ? { prefix } : {};
}

/** Anyone can write objects of the class, so an invalid part is left out. */
function readPart<Part>(schema: z.ZodType<Part>, node: JsonNode | undefined): Part | undefined {
  return node && schema.safeParse(JSON.parse(node.raw)).data;
}
