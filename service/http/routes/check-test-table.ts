import { parseRef } from "@/lib/contract/refs";
import { invalid } from "@/lib/contract/validate";
import { tableOf } from "@/lib/table/table-of";
import { readVersions } from "@/service/background/scoring/read-scorers";
import type { Store } from "@/service/store/store";

type Tables = Pick<Store, "readObjectValues" | "countTableRows">;

/** Throws `invalid` unless the ref is that of a stored table, or of a version of a dataset, in the project. */
export async function checkTestTable(store: Tables, projectId: string, ref: string): Promise<void> {
  const digest = await tableBehind(store, projectId, ref);
  const rows = digest === undefined ? undefined : await store.countTableRows(projectId, digest);
  const message = "must be the ref of a stored table, or of a version of a dataset, in the project of the job";
  if (rows === undefined) throw invalid([{ path: "test_table_ref", message }]);
}

async function tableBehind(store: Tables, projectId: string, text: string): Promise<string | undefined> {
  const ref = parseRef(text);
  const isHere = `${ref.entity}/${ref.project}` === projectId && ref.path.length === 0;
  if (ref.kind === "table") return isHere ? ref.digest : undefined;
  const [value] = await readVersions(store, projectId, [text]);
  return value && tableOf(value, projectId);
}
