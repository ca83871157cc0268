import * as z from "zod";
import { formatCount } from "@/lib/format/number";
import { callLine } from "@/lib/trace-text/call-line";
import { callText, valueAt } from "@/lib/trace-text/call-text";
import { readPath } from "@/lib/trace-text/payload-path";
import { estimateTokens } from "@/lib/trace-text/tokens";
import { traceText } from "@/lib/trace-text/trace-text";
import type { Page } from "@/service/http/mcp/fence";
import { budget, project, tool } from "@/service/http/mcp/tool";
import { type FoundTrace, readTraceOf } from "./trace-of";

/** The share of an answer about a call that the calls below it get. */
const BELOW_SHARE = 0.35;

export const readTrace = tool({
  name: "read_trace",
  title: "Read a trace",
  role: "viewer",
  description: `Reads one trace. Without a path: what it is, what stands out (lines with "!": errors, outputs that say they failed, empty results, repeated calls, the slowest call, growing prompts), and its calls as a tree, each with its place such as 1.2.1, duration, tokens, cost and the beginning of input and output. With the place of a call: its exception, inputs, output and attributes, and the calls below. With a path inside: that value. Whatever is shortened can be read by its path.
Examples: {"trace_id": "4bf92f3577b34da6a3ce929d0e0e4736"}; {"trace_id": "4bf92f3577b34da6a3ce929d0e0e4736", "path": "1.2"}; {"trace_id": "4bf92f3577b34da6a3ce929d0e0e4736", "path": "1.2/inputs.messages[0].content", "budget": 800}; {"trace_id": "4bf92f3577b34da6a3ce929d0e0e4736", "path": "1.2/output", "offset": 4000}`,
  input: z.strictObject({
    project,
    trace_id: z.string().min(1).describe("ID of the trace, or of any call in it"),
    path: z
      .string()
      .optional()
      .describe('Place of a call, such as 1.2, or a value: 1.2/output.choices[0], 1/exception, 1.3/attributes["a.b"]'),
    offset: z
      .int("must be a whole number")
      .min(0, "must not be negative")
      .optional()
      .describe("Of a long text: the character to begin with"),
    budget,
  }),
  async run(args, caller): Promise<Page> {
    const found = await readTraceOf(caller, args.project ?? caller.defaultProject, args.trace_id);
    const { view, callId } = found;
    const path = args.path ? readPath(args.path, view) : { id: callId ?? "", steps: [] };
    if (path.id === "") return (tokens) => ({ data: traceText(view, { budget: tokens }), notes: cutNotes(found) });
    const { call } = await caller.client.request(
      "callRead",
      { project_id: found.project, id: path.id },
      { signal: caller.signal },
    );
    if (path.payload === undefined) return callPage(found, path.id, call);
    return (tokens) => {
      const { text, next, isCut } = valueAt(call, path, { budget: tokens, from: args.offset });
      if (next !== undefined) return { data: text, notes: [`The text goes on: offset ${next}.`] };
      return { data: text, notes: isCut ? ["Shortened (« »): a longer path or a larger budget shows more."] : [] };
    };
  },
});

function callPage(found: FoundTrace, id: string, call: Parameters<typeof callText>[0]): Page {
  const { view } = found;
  const node = view.tree.byId.get(id);
  const hasBelow = node !== undefined && node.children.length > 0;
  return (tokens) => {
    const own = hasBelow ? Math.floor(tokens * (1 - BELOW_SHARE)) : tokens;
    const text = callText(call, node ? callLine(view, node) : id, { budget: own });
    const left = tokens - estimateTokens(text) - 2;
    const below = hasBelow && left > 0 ? traceText(view, { budget: left, below: id }) : "";
    return { data: below === "" ? text : `${text}\n\n${below}`, notes: cutNotes(found) };
  };
}

function cutNotes({ isCut, view }: FoundTrace): string[] {
  return isCut ? [`The trace has more calls; these are the first ${formatCount(view.nodes.length)}.`] : [];
}
