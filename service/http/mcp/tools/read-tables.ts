import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { contains } from "@/lib/contract/conditions";
import { counted } from "@/lib/format/number";
import { JsonNode } from "@/lib/json/node";
import { tableOf } from "@/lib/table/table-of";
import { lineOf } from "@/lib/trace-text/line";
import { valueText } from "@/lib/trace-text/value-text";
import type { Page } from "@/service/http/mcp/fence";
import { budget, type Caller, cursor, limit, moreNote, project, readCursor, tool } from "@/service/http/mcp/tool";
import { linesWithin } from "./lines-within";
import { latestLines, readVersion, versionLine } from "./versions";

/** The most tokens of one row. */
const ROW_TOKENS = 400;

export const readTables = tool({
  name: "read_tables",
  title: "Read tables",
  role: "viewer",
  description: `Without a name, lists the datasets: named tables of rows, such as test cases. With a name, the rows of a version, each shortened if it is long.
Examples: {}; {"name": "refund-cases", "limit": 5}; {"name": "refund-cases", "version": "v1"}`,
  input: z.strictObject({
    project,
    name: z.string().min(1).optional().describe("Name of a dataset"),
    version: z.string().min(1).optional().describe("latest, v and an index, a label or a digest"),
    limit: limit(20, 200),
    cursor,
    budget,
  }),
  async run(args, caller): Promise<Page> {
    const { client, signal } = caller;
    const projectId = args.project ?? caller.defaultProject;
    const offset = readCursor(args.cursor, "number") ?? 0;
    const { name } = args;
    if (name === undefined) return listPage(caller, projectId, args.limit, offset);
    const version = await readVersion(caller, { projectId, name, version: args.version }, "name");
    const digest = tableOf(version.val, projectId);
    if (digest === undefined) throw new AppError("not_found", `name: ${name} is not a dataset`);
    const key = { project_id: projectId, digest };
    const [{ rows }, { count }] = await Promise.all([
      client.request("tableQuery", { ...key, limit: args.limit, offset }, { signal }),
      client.request("tableQueryStats", key, { signal }),
    ]);
    const head = `${lineOf(name, 120)}: ${versionLine(version)}, ${counted(count, "row")}`;
    return (tokens) => {
      const lines = rows.map(({ val, original_index: index }) => {
        return `${index}: ${valueText(JsonNode.parse(val), Math.min(ROW_TOKENS, tokens / 2)).text}`;
      });
      const { text, shown } = linesWithin([head, ...lines], tokens);
      const read = offset + Math.max(0, shown - 1);
      return { data: text, notes: read < count ? [moreNote(read)] : [] };
    };
  },
});

async function listPage(caller: Caller, projectId: string, most: number, offset: number): Promise<Page> {
  const body = {
    project_id: projectId,
    filter: { latest_only: true },
    query: { $expr: contains("val.rows", "/table/") },
    sort_by: [{ field: "created_at", direction: "desc" as const }],
    metadata_only: true,
    limit: most + 1,
    offset,
  };
  const { objs } = await caller.client.request("objsQuery", body, { signal: caller.signal });
  const lines = await latestLines(caller, projectId, objs.slice(0, most));
  return (tokens) => {
    const { text, shown } = linesWithin(lines, tokens);
    return { data: text, notes: shown < objs.length ? [moreNote(offset + shown)] : [] };
  };
}
