import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { TrainingEvent } from "@/lib/contract/training";

/** A line that a runner wrote. */
export interface LogLine {
  /** The event's id, and the index of the line in it. */
  key: string;
  text: string;
  isError: boolean;
  /** ISO 8601. */
  at: string;
}

/** The lines in events of type `log`, in order; an event without a text is shown as its JSON. */
export function logLines(events: readonly TrainingEvent[]): LogLine[] {
  return events.flatMap(({ id, data, created_at: at }) => {
    const { text, isError } = readLog(data);
    return text.split("\n").map((line, index) => ({ key: `${id}.${index}`, text: line, isError, at }));
  });
}

/** The same as a text file, one line each. */
export function logText(events: readonly TrainingEvent[]): string {
  return events.map(({ data }) => `${readLog(data).text}\n`).join("");
}

function readLog(json: JsonText): { text: string; isError: boolean } {
  const data = JsonNode.parse(json);
  const text = data.get("text")?.string();
  return { text: (text ?? json.text).replace(/\r?\n$/, ""), isError: data.get("stream")?.string() === "stderr" };
}
