import * as z from "zod";
import { compareText } from "@/lib/trace-text/compare-text";
import { budget, project, tool } from "@/service/http/mcp/tool";
import { readTraceOf } from "./trace-of";

export const compareTraces = tool({
  name: "compare_traces",
  title: "Compare two traces",
  role: "viewer",
  description: `Compares two traces, such as a failed and a successful one: totals, where they first diverge, and each call that only one has or whose status, model, input or output differs. Places are those of read_trace.
Example: {"a": "4bf92f3577b34da6a3ce929d0e0e4736", "b": "0af7651916cd43dd8448eb211c80319c"}`,
  input: z.strictObject({
    project,
    a: z.string().min(1).describe("ID of a trace, such as one that is as it should be"),
    b: z.string().min(1).describe("ID of the other trace"),
    budget,
  }),
  async run(args, caller) {
    const projectId = args.project ?? caller.defaultProject;
    const [a, b] = await Promise.all([readTraceOf(caller, projectId, args.a), readTraceOf(caller, projectId, args.b)]);
    return (tokens) => ({ data: compareText(a.view, b.view, { budget: tokens }) });
  },
});
