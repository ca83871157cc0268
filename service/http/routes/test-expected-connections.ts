import type { EndpointName } from "@/lib/contract/endpoints";
import { minimalConnection, minimalRunner } from "@/lib/contract/test-examples";
import type { Expected } from "./test-expected";

/** Model servers that exist before the tests; they may delete the second one. */
const CONNECTION_ID = "0193a1b2-0000-7000-8000-0000000000c1";
const DISPOSABLE_CONNECTION_ID = "0193a1b2-0000-7000-8000-0000000000c2";

/** One for every endpoint of model servers and of the training runner, which belong to no project. */
export const EXPECTED_OF_CONNECTIONS = {
  connectionsQuery: { needs: "admin of all", body: () => ({}) },
  connectionsCreate: { needs: "admin of all", body: () => ({ ...minimalConnection, name: "new" }) },
  connectionsUpdate: { needs: "admin of all", body: () => ({ id: CONNECTION_ID, max_parallel: 7 }) },
  connectionsDelete: { needs: "admin of all", body: () => ({ id: DISPOSABLE_CONNECTION_ID }) },
  connectionsTest: { needs: "admin of all", body: () => ({ id: CONNECTION_ID }) },
  trainingRunnerRead: { needs: "admin of all", body: () => ({}) },
  trainingRunnerSet: { needs: "admin of all", body: () => minimalRunner },
  trainingRunnerRemove: { needs: "admin of all", body: () => ({}) },
  trainingRunnerTest: { needs: "admin of all", body: () => minimalRunner },
} as const satisfies Partial<Record<EndpointName, Expected>>;

/** The bodies that create the model servers above. */
export const SEEDED_CONNECTIONS = [
  { ...minimalConnection, id: CONNECTION_ID, name: "kept" },
  { ...minimalConnection, id: DISPOSABLE_CONNECTION_ID, name: "disposable" },
];
