import { NAME_CHARS, TRAINING_EVENT_BYTES } from "@/lib/contract/limits";
import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import type { RunnerEvent } from "./runner";

export type Stream = "stdout" | "stderr";

/**
 * Reads one line of output: `{"type", "data": {…}}` is that event; an object with a `type`, or with a `step`, is an event
 * of that type, or a `gradient_step`, with its other fields; anything else, and all of standard error, is a `log`.
 * Undefined for an empty line.
 */
export function readLine(line: string, stream: Stream): RunnerEvent | undefined {
  const text = line.trimEnd();
  if (text === "") return undefined;
  const object = stream === "stdout" && text.startsWith("{") ? parseLoosely(text) : undefined;
  return (object && eventOf(object)) ?? logEvent(text, stream);
}

/** Characters kept of a line that is too long, however many bytes each takes as JSON. */
const CUT_CHARS = TRAINING_EVENT_BYTES / 8;

/** A line of a job's log, truncated if it is too long for an event. */
export function logEvent(text: string, stream: Stream): RunnerEvent {
  const data = writeJson({ text, stream });
  if (Buffer.byteLength(data) <= TRAINING_EVENT_BYTES) return { type: "log", data: new JsonText(data) };
  return logEvent(`${text.slice(0, CUT_CHARS)}… (cut)`, stream);
}

function eventOf(object: JsonNode): RunnerEvent | undefined {
  const data = object.get("data");
  const type = object.get("type")?.string() ?? (object.get("step")?.kind === "number" ? "gradient_step" : "");
  if (type === "" || type.length > NAME_CHARS) return undefined;
  if (data?.kind === "object") return { type, data: new JsonText(data.raw) };
  const members = [...object.entries()].filter(([name]) => name !== "type");
  return { type, data: new JsonText(`{${members.map(([name, { raw }]) => `${writeJson(name)}:${raw}`).join(",")}}`) };
}

/** Strings, which stay unchanged, and Python's names of numbers that JSON does not have. */
const STRINGS_AND_NO_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** Keeps a NaN as text, because readers of the log need to see it. */
function parseLoosely(text: string): JsonNode | undefined {
  const quoted = () => text.replaceAll(STRINGS_AND_NO_NUMBERS, (found) => (found[0] === '"' ? found : `"${found}"`));
  return JsonNode.read(text) ?? JsonNode.read(quoted());
}
