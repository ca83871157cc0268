import { callRef, threadRef } from "@/lib/contract/refs";
import type { Parameters } from "@/service/store/sql/parameters";

/** What a ref encodes in the id of a call or thread, as `formatRef` writes it. */
const ENCODED = [
  ["%", "%25"],
  ["/", "%2F"],
  [":", "%3A"],
] as const;

/** The ref of a call of the project, by the column with its id: its feedback is found by it with an index. */
export function refOfCall(projectId: string, id: string, parameters: Parameters): string {
  return refOf(callRef(projectId, "x"), id, parameters);
}

/** The ref of a thread of the project, in the same way. */
export function refOfThread(projectId: string, id: string, parameters: Parameters): string {
  return refOf(threadRef(projectId, "x"), id, parameters);
}

function refOf(example: string, id: string, parameters: Parameters): string {
  const encoded = ENCODED.reduce((text, [char, code]) => `replace(${text}, '${char}', '${code}')`, id);
  return `(${parameters.add(example.slice(0, -1), "text")} || ${encoded})`;
}

/** The id of the call that a feedback record is on; null for anything else, such as an object. */
export function callOf(feedback: string): string {
  return idOf("call", feedback);
}

/** The id of the thread that a feedback record is on; null for anything else. */
export function threadOf(feedback: string): string {
  return idOf("thread", feedback);
}

function idOf(wanted: "call" | "thread", feedback: string): string {
  const part = (place: number) => `split_part(${feedback}.core_ref, '/', ${place})`;
  const [kind, id, rest] = [part(6), part(7), part(8)];
  const decoded = ENCODED.reduceRight((text, [char, code]) => `replace(${text}, '${code}', '${char}')`, id);
  return `case when ${kind} = '${wanted}' and ${rest} = '' then ${decoded} end`;
}
