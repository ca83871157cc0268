import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import type { TableRow } from "@/lib/contract/tables";
import { toTimestamp } from "@/lib/contract/time";
import type { JsonText } from "@/lib/json/text";
import { newId } from "@/service/ingest/new-id";
import type { Store } from "@/service/store/store";
import { changeDataset, requireDataset } from "./change-dataset";
import { type Dataset, rowId, toDataset, toDatasetValue, toItem, toRow } from "./dataset-value";
import { langfuseRoute } from "./langfuse-route";

const UNABORTED = new AbortController().signal;

export const datasetRoutes = {
  langfuseDatasets: langfuseRoute(endpoints.langfuseDatasets, async ({ store }, { page, limit }, { project }) => {
    const filter = { base_object_classes: ["Dataset"], latest_only: true };
    const query = { project_id: project, filter, limit, offset: (page - 1) * limit };
    const found = await collect(store.listObjects(query, UNABORTED));
    const { count } = await store.countObjects({ project_id: project, filter });
    return { value: { data: found.map(toDataset), meta: metaOf(page, limit, count) } };
  }),

  langfuseDataset: langfuseRoute(endpoints.langfuseDataset, async ({ store }, { name }, { project }) => ({
    value: toDataset((await requireDataset(store, project, name)).version),
  })),

  langfuseDatasetCreate: langfuseRoute(
    endpoints.langfuseDatasetCreate,
    async ({ store }, { name, ...fields }, caller) => {
      const made = await changeDataset(store, caller, name, async (former) => {
        const table = former?.table ?? (await store.createTable(caller.project, [])).digest;
        return toDatasetValue(caller.project, name, table, fields, former?.version);
      });
      return { value: toDataset(made) };
    },
  ),

  langfuseDatasetItems: langfuseRoute(
    endpoints.langfuseDatasetItems,
    async ({ store }, { datasetName, page, limit, version }, { project }) => {
      if (version !== undefined)
        throw new AppError(
          "not_implemented",
          "Loupe cannot return earlier states of a dataset; omit the parameter `version`",
        );
      const dataset = await requireDataset(store, project, datasetName);
      const query = { project_id: project, digest: dataset.table, limit, offset: (page - 1) * limit };
      const rows = await collect(store.listTableRows(query, UNABORTED));
      const count = (await store.countTableRows(project, dataset.table)) ?? 0;
      const data = rows.map((row) => toItem(row, dataset.version));
      return { value: { data, meta: metaOf(page, limit, count) } };
    },
  ),

  langfuseDatasetItemCreate: langfuseRoute(
    endpoints.langfuseDatasetItemCreate,
    async ({ store, clock }, item, caller) => {
      const { project } = caller;
      const name = item.datasetName;
      const id = item.id ?? newId(clock());
      let val: JsonText | undefined;
      const made = await changeDataset(store, caller, name, async (former) => {
        if (!former) throw new AppError("not_found", `There is no dataset ${name} in project ${project}`);
        const known = item.id ? await findRow(store, project, former, id) : undefined;
        val = toRow(item, id, toTimestamp(clock().getTime()), known?.val);
        const table = await withRow(store, project, former, val, known);
        return toDatasetValue(project, name, table, {}, former.version);
      });
      if (!val) throw new TypeError("a changed dataset has a row");
      return { value: toItem({ val, digest: id }, made) };
    },
  ),
};

async function findRow(store: Store, project: string, { table }: Dataset, id: string): Promise<TableRow | undefined> {
  for await (const rows of store.listTableRows({ project_id: project, digest: table }, UNABORTED)) {
    const found = rows.find((row) => rowId(row) === id);
    if (found) return found;
  }
  return undefined;
}

async function withRow(
  store: Store,
  project: string,
  { table }: Dataset,
  row: JsonText,
  replaced: TableRow | undefined,
): Promise<string> {
  const index = replaced?.original_index;
  const steps = index === undefined ? [{ append: { row } }] : [{ pop: { index } }, { insert: { index, row } }];
  const updated = await store.updateTable(project, table, steps);
  if (!updated) throw new AppError("not_found", `There is no table ${table} in project ${project}`);
  return updated.digest;
}

async function collect<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

function metaOf(page: number, limit: number, totalItems: number) {
  return { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) };
}
