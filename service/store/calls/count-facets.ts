import type { CallsFacetsQuery, Facet, FacetField } from "@/lib/contract/call-facets";
import { FACET_VALUES } from "@/lib/contract/limits";
import { PAYLOAD_JOIN, callFields } from "./columns";
import { selection } from "./list-calls";
import type { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalText, requiredNumber } from "@/service/store/sql/row";
import { findCandidates } from "@/service/store/search/candidates";

const PATHS: Record<FacetField, string> = {
  status: "overview.status",
  op_name: "op_name",
  model: "overview.model",
  kind: "overview.kind",
  user_id: "overview.user_id",
};

/** The most frequent values of each field in the selected calls. */
export async function countFacets(database: Database, query: CallsFacetsQuery): Promise<Facet[]> {
  const fields = [...new Set(query.fields)];
  const candidates = await findCandidates(database.scans, query);
  return Promise.all(fields.map((field) => countFacet(database, query, field, candidates)));
}

async function countFacet(
  database: Database,
  query: CallsFacetsQuery,
  field: FacetField,
  candidates: readonly string[] | undefined,
): Promise<Facet> {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const fields = callFields(project, "all");
  const conditions = selection(query, fields, project, parameters, candidates);
  const value = fields.resolve(PATHS[field], parameters)?.sql ?? "null::text";
  const rows = await database.scans.query(
    `select ${value} as value, count(*) as count from calls c ${fields.usesPayload() ? PAYLOAD_JOIN : ""}
     where ${conditions.join(" and ")} group by 1 order by 2 desc, 1 limit ${parameters.add(FACET_VALUES + 1, "bigint")}`,
    parameters.values,
  );
  const values = rows.map((row) => ({ value: optionalText(row, "value"), count: requiredNumber(row, "count") }));
  return { field, values: values.slice(0, FACET_VALUES), has_more: values.length > FACET_VALUES };
}
