import { endpoints } from "@/lib/contract/endpoints";
import { parseRef } from "@/lib/contract/refs";
import type { JsonText } from "@/lib/json/text";
import { requireAccess } from "@/service/people/keys/identity";
import { resolveRefs } from "./resolve-refs";
import { arrayRoute, inProject, route } from "./route";

/** Characters of values that are written at once. */
const PART_CHARS = 2 ** 20;

export const refRoutes = {
  refsReadBatch: arrayRoute(
    endpoints.refsReadBatch,
    "vals",
    "each",
    async function* ({ store }, { refs }, _signal, { identity, hold }) {
      const parsed = refs.map(parseRef);
      for (const { entity, project } of parsed) requireAccess(identity, `${entity}/${project}`, "viewer");
      yield* inParts(await resolveRefs(store, parsed, hold));
    },
  ),

  idsFind: route(endpoints.idsFind, inProject, async ({ store }, { project_id, id }) => ({
    found: await store.findId(project_id, id),
  })),
};

function* inParts(values: readonly JsonText[]): Generator<JsonText[]> {
  let part: JsonText[] = [];
  let chars = 0;
  for (const value of values) {
    part.push(value);
    chars += value.text.length;
    if (chars < PART_CHARS) continue;
    yield part;
    [part, chars] = [[], 0];
  }
  yield part;
}
