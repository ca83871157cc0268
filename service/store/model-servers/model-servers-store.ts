import type { ConnectionDefinition } from "@/lib/contract/connections";
import { listModelServers, modelServersVersion } from "./read-model-servers";
import { createModelServer, deleteModelServer, updateModelServer } from "./write-model-servers";

/** What admins define of a model server; secrets are sealed for its id and `api_key` or `headers`. */
export type ModelServerContent = {
  definition: ConnectionDefinition;
  sealedKey?: string;
  headerNames: string[];
  sealedHeaders?: string;
};

/** A stored model server. */
export type ModelServer = ModelServerContent & {
  id: string;
  /** Increases with every change. */
  revision: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
};

/** Model servers that admins have added. */
export const modelServersStore = {
  createModelServer,
  updateModelServer,
  deleteModelServer,
  listModelServers,
  modelServersVersion,
};
