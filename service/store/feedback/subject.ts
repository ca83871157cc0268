import { callRef } from "@/lib/contract/refs";
import type { Parameters } from "@/service/store/sql/parameters";

/** What a ref encodes in the id of a call, as `formatRef` writes it. */
const ENCODED = [
  ["%", "%25"],
  ["/", "%2F"],
  [":", "%3A"],
] as const;

/** The ref of a call of the project: its feedback is found by it with an index. */
export function refOfCall(projectId: string, call: string, parameters: Parameters): string {
  const encoded = ENCODED.reduce((id, [char, code]) => `replace(${id}, '${char}', '${code}')`, `${call}.id`);
  return `(${parameters.add(callRef(projectId, "x").slice(0, -1), "text")} || ${encoded})`;
}

/** The id of the call that a feedback record is on; null for anything else, such as an object. */
export function callOf(feedback: string): string {
  const part = (place: number) => `split_part(${feedback}.core_ref, '/', ${place})`;
  const [kind, id, rest] = [part(6), part(7), part(8)];
  const decoded = ENCODED.reduceRight((text, [char, code]) => `replace(${text}, '${code}', '${char}')`, id);
  return `case when ${kind} = 'call' and ${rest} = '' then ${decoded} end`;
}
