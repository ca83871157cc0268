import * as z from "zod";
import { formatCount } from "@/lib/format/number";
import { lineOf } from "@/lib/trace-text/line";
import { budget, cursor, limit, moreNote, readCursor, tool } from "@/service/http/mcp/tool";
import { linesWithin } from "./lines-within";

export const listProjects = tool({
  name: "list_projects",
  title: "List projects",
  role: "viewer",
  description: `Lists the projects that the key may read, with their number of calls and the time of the newest one.
Example: {}`,
  input: z.strictObject({ limit: limit(50, 200), cursor, budget }),
  async run(args, { client, signal }) {
    const offset = readCursor(args.cursor, "number") ?? 0;
    const { projects } = await client.request("projectsQuery", { limit: args.limit + 1, offset }, { signal });
    const lines = projects
      .slice(0, args.limit)
      .map(
        ({ project_id: id, calls, last_call_at: last }) =>
          `${lineOf(id)}, ${formatCount(calls)} calls${last === undefined ? "" : `, newest ${last}`}`,
      );
    return (tokens) => {
      const { text, shown } = linesWithin(lines, tokens);
      return { data: text, notes: shown < projects.length ? [moreNote(offset + shown)] : [] };
    };
  },
});
