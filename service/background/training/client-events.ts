import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import type { RunnerEnd, RunnerEvent } from "./runner";

/** Events after which a client that follows a job stops. */
export const END_EVENTS: ReadonlySet<string> = new Set(["training_ended", "training_failed"]);

/** How runners write numbers that JSON does not have; clients can read them too. */
const NO_NUMBER = /^[+-]?(nan|inf|infinity)$/i;

/**
 * An event as clients of the protocol read it, such as ART's: every value of a `gradient_step` is a number, nested ones
 * by the names that curves have; `training_started` comes first and says how many steps follow; a failure has its message
 * under both names. Other values of a step become an event of type `note`. `hasStarted`: whether `training_started` was
 * stored before.
 */
export function forClients(event: RunnerEvent, hasStarted: boolean): RunnerEvent[] {
  switch (event.type) {
    case "training_started":
      return [{ ...event, data: withSequences(event.data) }];
    case "gradient_step":
      return [...(hasStarted ? [] : [startOf(event.data)]), ...flatStep(event.data)];
    case "training_failed":
      return [{ ...event, data: withBothMessages(event.data) }];
    default:
      return [event];
  }
}

/** The event that reports the end of a job whose runner did not. */
export function endEvent({ status, failure }: RunnerEnd): RunnerEvent {
  if (status === "succeeded") return { type: "training_ended", data: new JsonText("{}") };
  const message = failure?.reason ?? (status === "cancelled" ? "The job was canceled" : "The job failed");
  return { type: "training_failed", data: new JsonText(writeJson({ message, error_message: message })) };
}

function startOf(step: JsonText): RunnerEvent {
  const total = JsonNode.parse(step).get("total_steps");
  return { type: "training_started", data: withSequences(new JsonText(`{"total_steps":${total?.raw ?? "null"}}`)) };
}

/** Clients need a number, also where it is not known how many steps follow. */
function withSequences(data: JsonText): JsonText {
  const node = JsonNode.parse(data);
  if (node.get("num_sequences")?.kind === "number") return data;
  const total = node.get("total_steps");
  return withMembers(node, [["num_sequences", total?.kind === "number" ? total.raw : "0"]]);
}

function withBothMessages(data: JsonText): JsonText {
  const node = JsonNode.parse(data);
  const message = ["message", "error_message", "error"]
    .map((name) => node.get(name))
    .find((one) => one?.kind === "string");
  if (!message) return data;
  return withMembers(node, [
    ["message", message.raw],
    ["error_message", message.raw],
  ]);
}

function flatStep(data: JsonText): RunnerEvent[] {
  const numbers: Member[] = [];
  const others: Member[] = [];
  for (const [name, value] of JsonNode.parse(data).entries()) {
    const inner: [string, JsonNode][] = value.kind === "object" ? [...value.entries()] : [];
    const flat: [string, JsonNode][] =
      inner.length > 0 ? inner.map(([key, of]) => [`${name}.${key}`, of]) : [[name, value]];
    for (const [key, of] of flat) {
      const number = numberOf(of);
      if (number === undefined) others.push([key, of.raw]);
      else numbers.push([key, number]);
    }
  }
  const step = numbers.find(([name]) => name === "step");
  const note: RunnerEvent = { type: "note", data: objectOf([...(step ? [step] : []), ...others]) };
  return [...(others.length > 0 ? [note] : []), { type: "gradient_step", data: objectOf(numbers) }];
}

type Member = readonly [name: string, raw: string];

function numberOf(node: JsonNode): string | undefined {
  if (node.kind === "number") return node.raw;
  if (node.kind === "null") return '"NaN"';
  const text = node.string();
  return text !== undefined && NO_NUMBER.test(text) ? node.raw : undefined;
}

function withMembers(node: JsonNode, members: readonly Member[]): JsonText {
  const added = new Set(members.map(([name]) => name));
  const kept = [...node.entries()].filter(([name]) => !added.has(name)).map(([name, { raw }]): Member => [name, raw]);
  return objectOf([...kept, ...members]);
}

const objectOf = (members: readonly Member[]) =>
  new JsonText(`{${members.map(([name, raw]) => `${writeJson(name)}:${raw}`).join(",")}}`);
