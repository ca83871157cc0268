import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { contains } from "@/lib/contract/conditions";
import type { ObjectVersion } from "@/lib/contract/objects";
import type { StoredTable } from "@/lib/contract/tables";
import { countRows } from "@/lib/table/count-rows";
import { tableOf } from "@/lib/table/table-of";
import { byOffset, type OffsetPage } from "./offset-pages";

/** Number of rows read at a time on a table's page. */
export const TABLE_PAGE_ROWS = 100;
/** Number of tables on one page of the list. */
const TABLES_PAGE_ROWS = 100;
/** Maximum number of row digests in a filter. */
export const MAX_ROW_DIGESTS = 200;

/** The part of a table's ref before its digest. */
const TABLE_OF_REF = "/table/";

/** A stored table never changes, so what was read stays valid. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

export interface TableParams {
  projectId: string;
  digest: string;
}

/** The filter and order of a view of a table. */
export interface TableView {
  /** By a dotted path into the rows; null for the table's own order. */
  sort: { field: string; direction: "asc" | "desc" } | null;
  /** Only rows with these digests; all when empty. */
  digests: readonly string[];
}

/** A table in the list. It has a name if an object's value has it as its rows. */
export interface ListedTable {
  digest: string;
  /** Undefined until the service has responded, or if the table no longer exists. */
  count: number | undefined;
  created_at: string;
  /** The version that names it. */
  dataset: ObjectVersion | undefined;
}

/** Datasets, newest first: objects whose value has a stored table for its `rows`. */
export function datasetsList({ projectId, q }: { projectId: string; q: string }, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["tables", "datasets", { projectId, q }] as const,
    queryFn: async ({ pageParam, signal }): Promise<OffsetPage<ListedTable>> => {
      const conditions = [contains("val.rows", "/table/"), ...(q === "" ? [] : [contains("object_id", q)])];
      const { objs } = await client.request(
        "objsQuery",
        {
          project_id: projectId,
          query: { $expr: { $and: conditions } },
          sort_by: [{ field: "created_at", direction: "desc" }],
          limit: TABLES_PAGE_ROWS,
          offset: pageParam,
        },
        { signal },
      );
      const datasets = objs.flatMap((dataset) => {
        const digest = tableOf(dataset.val, projectId);
        return digest === undefined ? [] : [{ digest, dataset }];
      });
      const filter = { digests: [...new Set(datasets.map(({ digest }) => digest))] };
      const { tables } = await client.request("tablesQuery", { project_id: projectId, filter }, { signal });
      const counts = new Map(tables.map((table) => [table.digest, table.count]));
      const rows = datasets.map(({ digest, dataset }) => ({
        digest,
        dataset,
        count: counts.get(digest),
        created_at: dataset.created_at,
      }));
      return { rows, isLast: objs.length < TABLES_PAGE_ROWS };
    },
    ...byOffset(TABLES_PAGE_ROWS),
    placeholderData: keepPreviousData,
  });
}

/** Every stored table, newest first, with or without a name. */
export function tablesList({ projectId }: { projectId: string }, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["tables", "list", { projectId }] as const,
    queryFn: async ({ pageParam, signal }): Promise<OffsetPage<ListedTable>> => {
      const body = { project_id: projectId, limit: TABLES_PAGE_ROWS, offset: pageParam };
      const { tables } = await client.request("tablesQuery", body, { signal });
      const rows = tables.map((table: StoredTable) => ({ ...table, dataset: undefined }));
      return { rows, isLast: tables.length < TABLES_PAGE_ROWS };
    },
    ...byOffset(TABLES_PAGE_ROWS),
  });
}

/** The versions that have a table as their rows, newest first. */
export function datasetsOf({ projectId, digest }: TableParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "datasets", { projectId, digest }] as const,
    queryFn: async ({ signal }) => {
      const body = {
        project_id: projectId,
        query: { $expr: contains("val.rows", TABLE_OF_REF + digest) },
        sort_by: [{ field: "created_at", direction: "desc" as const }],
        metadata_only: true,
        limit: TABLES_PAGE_ROWS,
      };
      return (await client.request("objsQuery", body, { signal })).objs;
    },
  });
}

/** The number of rows in a view of a table. */
export function tableCount(
  { projectId, digest }: TableParams,
  digests: readonly string[] = [],
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["tables", "count", { projectId, digest, digests }] as const,
    queryFn: async ({ signal }) => {
      const body = { project_id: projectId, digest, ...filterOf(digests) };
      try {
        return (await client.request("tableQueryStats", body, { signal })).count;
      } catch (error) {
        if (!isMissingEndpoint(error)) throw error;
        return countRows(async (offset) => {
          const page = { ...body, limit: 1, offset };
          return (await client.request("tableQuery", page, { signal })).rows.length > 0;
        });
      }
    },
    ...FOREVER,
  });
}

/** The rows of a view from a position on. */
export function tableRows(
  { projectId, digest }: TableParams,
  { sort, digests }: TableView,
  { offset, limit = TABLE_PAGE_ROWS, isExport }: { offset: number; limit?: number; isExport?: boolean },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["tables", "rows", { projectId, digest, sort, digests, offset, limit, isExport }] as const,
    queryFn: async ({ signal }) => {
      const body = {
        project_id: projectId,
        digest,
        ...filterOf(digests),
        ...(sort ? { sort_by: [sort] } : {}),
        limit,
        offset,
      };
      return (await client.request("tableQuery", body, { signal, ...(isExport && { isExport }) })).rows;
    },
    ...FOREVER,
  });
}

function filterOf(digests: readonly string[]): { filter?: { row_digests: string[] } } {
  return digests.length === 0 ? {} : { filter: { row_digests: [...digests] } };
}

/** A profile of each column of a table. */
export function tableProfile({ projectId, digest }: TableParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["tables", "profile", { projectId, digest }] as const,
    queryFn: ({ signal }) => client.request("tableProfile", { project_id: projectId, digest }, { signal }),
    ...FOREVER,
  });
}

/** A part of the difference between a table and a base. */
export function tableDiff(
  { projectId, digest, base }: TableParams & { base: string },
  { offset, limit = TABLE_PAGE_ROWS }: { offset: number; limit?: number },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["tables", "diff", { projectId, digest, base, offset, limit }] as const,
    queryFn: ({ signal }) =>
      client.request("tableDiff", { project_id: projectId, base_digest: base, digest, limit, offset }, { signal }),
    ...FOREVER,
  });
}

/** Only the changed rows, for a list that is read in parts: as many as requested, if available. */
export function tableChanges(
  compared: TableParams & { base: string },
  { offset }: { offset: number },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["tables", "changes", { ...compared, offset }] as const,
    queryFn: async ({ client: cache }) => {
      const { rows: first, removed, added } = await cache.fetchQuery(tableDiff(compared, { offset }, client));
      const rows = [...first];
      const needed = Math.min(TABLE_PAGE_ROWS, removed + added - offset);
      while (rows.length < needed) {
        const part = { offset: offset + rows.length, limit: needed - rows.length };
        const more = (await cache.fetchQuery(tableDiff(compared, part, client))).rows;
        if (more.length === 0) break;
        rows.push(...more);
      }
      return rows;
    },
    ...FOREVER,
  });
}

/** The tables of the versions of a dataset, newest first; deleted versions have none. */
export function datasetVersions(
  { projectId, name }: { projectId: string; name: string },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["objects", "dataset", { projectId, name }] as const,
    queryFn: async ({ signal }) => {
      const body = {
        project_id: projectId,
        filter: { object_ids: [name] },
        sort_by: [{ field: "version_index", direction: "desc" as const }],
        limit: TABLES_PAGE_ROWS,
      };
      const { objs } = await client.request("objsQuery", body, { signal });
      return objs.flatMap((dataset) => {
        const digest = tableOf(dataset.val, projectId);
        return digest === undefined ? [] : [{ digest, dataset }];
      });
    },
  });
}
