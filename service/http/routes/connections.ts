import { v7 as uuidV7 } from "uuid";
import { AppError } from "@/lib/contract/app-error";
import { invalidField } from "@/lib/contract/validate";
import { endpoints } from "@/lib/contract/endpoints";
import { requireAllowedAddress } from "@/lib/network/allowed-address";
import type { ServiceDeps } from "@/service/http/deps";
import { describeFixed, describeStored } from "@/service/inference/model-servers/describe";
import { tryServer } from "@/service/inference/model-servers/try-server";
import {
  type Wanted,
  configOfWanted,
  contentOf,
  wantedChanged,
  wantedNew,
} from "@/service/inference/model-servers/wanted";
import type { ModelServer } from "@/service/store/model-servers/model-servers-store";
import { adminRoute } from "./admin-route";

/** The name of a server that is tested without being stored. */
const UNNAMED = "test";

export const connectionRoutes = {
  connectionsQuery: adminRoute(endpoints.connectionsQuery, async (deps) => {
    const fixed = deps.inference.servers().filter(({ upstream }) => upstream.source !== "stored");
    const stored = await deps.store.listModelServers();
    return { connections: [...fixed.map(describeFixed), ...stored.map((server) => described(deps, server))] };
  }),

  connectionsCreate: adminRoute(endpoints.connectionsCreate, async (deps, { id, ...given }, { identity }) => {
    const wanted = wantedNew(given);
    await requireAllowed(deps, wanted);
    const own = id ?? uuidV7();
    const content = contentOf(wanted, own, deps.secrets);
    return {
      connection: described(
        deps,
        await deps.store.createModelServer({ id: own, createdBy: identity.owner, ...content }),
      ),
    };
  }),

  connectionsUpdate: adminRoute(endpoints.connectionsUpdate, async (deps, { id, replaces, ...changes }, { audit }) => {
    if (changes.base_url !== undefined) await requireAllowedAddress("base_url", changes.base_url, deps.addedServers);
    const server = await deps.store.updateModelServer({ id, replaces }, (stored) => {
      audit?.changes({ connection: described(deps, stored) });
      const wanted = wantedChanged(stored, changes, deps.secrets);
      requireOwnName(deps, wanted);
      return contentOf(wanted, id, deps.secrets);
    });
    if (!server) throw notFound(id);
    return { connection: described(deps, server) };
  }),

  connectionsDelete: adminRoute(endpoints.connectionsDelete, async ({ store }, key) => ({
    deleted: await store.deleteModelServer(key),
  })),

  connectionsTest: adminRoute(endpoints.connectionsTest, async (deps, { id, model, ...changes }) => {
    const wanted = await wantedTest(deps, id ?? undefined, changes);
    await requireAllowedAddress("base_url", wanted.definition.base_url, deps.addedServers);
    return tryServer(configOfWanted(wanted), { rules: deps.addedServers, model: model ?? undefined });
  }),
};

type Changes = Parameters<typeof wantedChanged>[1];

async function wantedTest({ store, secrets }: ServiceDeps, id: string | undefined, changes: Changes): Promise<Wanted> {
  if (id !== undefined) {
    const stored = (await store.listModelServers()).find((server) => server.id === id);
    if (!stored) throw notFound(id);
    return wantedChanged(stored, changes, secrets);
  }
  const { name = UNNAMED, base_url, headers, ...given } = changes;
  if (base_url === undefined) throw invalidField("base_url", "is required without an id");
  const values = (headers ?? []).map((header, index) => {
    if (header.value === undefined || header.value === null)
      throw invalidField(`headers[${index}].value`, "is required");
    return { name: header.name, value: header.value };
  });
  return wantedNew({ ...given, name, base_url, headers: values });
}

async function requireAllowed(deps: ServiceDeps, wanted: Wanted): Promise<void> {
  requireOwnName(deps, wanted);
  await requireAllowedAddress("base_url", wanted.definition.base_url, deps.addedServers);
}

/** Names of configured servers are theirs. */
function requireOwnName({ inference }: ServiceDeps, { definition: { name } }: Wanted): void {
  const isTaken = inference
    .servers()
    .some(({ upstream }) => upstream.source === "environment" && upstream.name === name);
  if (!isTaken) return;
  const message = "is the name of a model server in LOUPE_UPSTREAMS";
  throw new AppError("conflict", `name: ${message}`, { errors: [{ path: "name", message }] });
}

function described({ inference, secrets }: ServiceDeps, server: ModelServer) {
  const state = inference.servers().find(({ upstream }) => upstream.id === server.id);
  return describeStored(server, secrets, state);
}

const notFound = (id: string) => new AppError("not_found", `There is no model server ${id}`);
