import type { EndpointName } from "@/lib/contract/endpoints";
import type { Expected } from "./test-expected";

const at = (project_id: string) => ({ project_id });

/** The value of the object that the tests may delete. */
export const disposable = (objectId: string) => `${objectId}, disposable`;

/** One for every endpoint of objects. */
export const EXPECTED_OF_OBJECTS = {
  objCreate: { needs: "member", body: (project) => ({ obj: { ...at(project), object_id: "new", val: {} } }) },
  objRead: {
    needs: "viewer",
    body: (project, { objectId }) => ({ ...at(project), object_id: objectId, digest: "latest" }),
    swapped: 404,
  },
  objsQuery: {
    needs: "viewer",
    body: (project, { objectId }) => ({ ...at(project), filter: { object_ids: [objectId] } }),
    swapped: 200,
  },
  objsQueryStats: {
    needs: "viewer",
    body: (project, { objectId }) => ({ ...at(project), filter: { object_ids: [objectId] } }),
    swapped: 200,
  },
  objDelete: {
    needs: "member",
    body: (project, { objectId }) => ({ ...at(project), object_id: disposable(objectId) }),
    swapped: 404,
  },
  objLabelsSet: {
    needs: "member",
    body: (project, { objectId }) => ({
      ...at(project),
      object_id: objectId,
      label: "tested",
      digest: "latest",
    }),
    swapped: 404,
  },
  objLabelsQuery: {
    needs: "viewer",
    body: (project, { objectId }) => ({ ...at(project), object_ids: [objectId] }),
    swapped: 200,
  },
  objLabelsHistory: {
    needs: "viewer",
    body: (project, { objectId }) => ({ ...at(project), object_id: objectId }),
    swapped: 200,
  },
  refsReadBatch: {
    needs: "viewer",
    body: (project, { objectId, tableDigest }) => ({
      refs: [`core:///${project}/object/${objectId}:latest`, `core:///${project}/table/${tableDigest}/index/0`],
    }),
    swapped: 200,
  },
  idsFind: { needs: "viewer", body: (project, { objectId }) => ({ ...at(project), id: objectId }), swapped: 200 },
} as const satisfies Partial<Record<EndpointName, Expected>>;
