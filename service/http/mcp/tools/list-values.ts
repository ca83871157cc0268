import * as z from "zod";
import { fieldNamed } from "@/lib/filter/fields";
import { counted, formatCount } from "@/lib/format/number";
import { lineOf } from "@/lib/trace-text/line";
import { invalidField } from "@/lib/contract/validate";
import { budget, filter, project, tool } from "@/service/http/mcp/tool";
import { linesWithin } from "./lines-within";
import { selected, viewOf } from "./select-calls";

/** Fields of one call. */
const FIELDS = 8;

export const listValues = tool({
  name: "list_values",
  title: "List the values of fields",
  role: "viewer",
  description: `Lists the most frequent values of fields in the selected calls, with the number of calls and of failed calls: to find out what a project has before filtering.
Fields: status, op, model, kind, user, thread, reaction, an attribute such as acme.tier, a path such as inputs.language or output.choices.0.finish_reason, or a score such as feedback.tone.
Examples: {"fields": ["op", "model", "kind"]}; {"fields": ["acme.tier"], "filter": "status:error started>24h"}`,
  input: z.strictObject({
    project,
    fields: z
      .array(z.string().min(1))
      .min(1, "must have at least one item")
      .max(FIELDS, `must have at most ${FIELDS} items`),
    filter,
    scope: z.enum(["traces", "calls"]).default("calls").describe("Outermost calls, or calls at any depth"),
    budget,
  }),
  async run(args, { client, signal, now, defaultProject }) {
    const fields = args.fields.map((name, at) => {
      const path = fieldNamed(name)?.path;
      if (path === undefined) throw invalidField(`fields[${at}]`, `${name} is not a field of calls`);
      return path;
    });
    const body = {
      project_id: args.project ?? defaultProject,
      ...selected(viewOf(args.filter, { roots: args.scope === "traces" }), now),
      fields,
    };
    const { facets } = await client.request("callsFacets", body, { signal });
    const lines = facets.flatMap(({ values, has_more: hasMore }, at) => [
      `${args.fields[at]}:${values.length === 0 ? " no values" : ""}`,
      ...values.map(({ value, count, errors }) => {
        const failed = errors > 0 ? `, ${formatCount(errors)} failed` : "";
        return ` ${value === undefined ? "(no value)" : lineOf(value, 120)}: ${counted(count, "call")}${failed}`;
      }),
      ...(hasMore ? [" (rarer values are left out)"] : []),
    ]);
    return (tokens) => {
      const { text, shown } = linesWithin(lines, tokens);
      return { data: text, notes: shown < lines.length ? ["Cut: ask for fewer fields, or with a larger budget."] : [] };
    };
  },
});
