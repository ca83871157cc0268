import { v7 as uuidV7 } from "uuid";
import { AppError } from "@/lib/contract/app-error";
import { invalidField } from "@/lib/contract/validate";
import { endpoints } from "@/lib/contract/endpoints";
import type { TrainingRunnerTest, TrainingRunnerTestRequest } from "@/lib/contract/training-runner";
import { requireAllowedAddress } from "@/lib/network/allowed-address";
import type { ServiceDeps } from "@/service/http/deps";
import { describeStoredRunner } from "@/service/background/training-runner/describe-runner";
import { readRunnerSetup, runnerInUse } from "@/service/background/training-runner/runner-in-use";
import { tryRunner } from "@/service/background/training-runner/try-runner";
import {
  configOfWantedRunner,
  isSameRunner,
  runnerContentOf,
  wantedRunner,
} from "@/service/background/training-runner/wanted-runner";
import { adminRoute } from "./admin-route";

export const trainingRunnerRoutes = {
  trainingRunnerRead: adminRoute(endpoints.trainingRunnerRead, async (deps) => readRunnerSetup(deps)),

  trainingRunnerSet: adminRoute(
    endpoints.trainingRunnerSet,
    async (deps, { replaces, ...asked }, { identity, audit }) => {
      const { store, secrets, training, addedServers } = deps;
      if (training)
        throw new AppError(
          "conflict",
          "The training runner is set in LOUPE_TRAINING_RUNNER, which takes precedence; the owner of the machine can remove the variable",
        );
      await requireAllowedAddress("address", asked.address, addedServers);
      const runner = await store.setTrainingRunner(
        { replaces: replaces ?? undefined, createdBy: identity.owner },
        (stored) => {
          audit?.changes({ runner: stored && describeStoredRunner(stored, secrets) });
          const wanted = wantedRunner(asked, stored, secrets);
          // Another runner gets another id: jobs that were started on the former one are followed there.
          const id = stored && isSameRunner(wanted.definition, stored) ? stored.id : uuidV7();
          return { id, ...runnerContentOf(wanted, id, secrets) };
        },
      );
      return { runner: describeStoredRunner(runner, secrets) };
    },
  ),

  trainingRunnerRemove: adminRoute(endpoints.trainingRunnerRemove, async ({ store }, { replaces }) => ({
    removed: await store.removeTrainingRunner(replaces ?? undefined),
  })),

  trainingRunnerTest: adminRoute(endpoints.trainingRunnerTest, async (deps, { type, address, ...asked }) => {
    if (type && address) return testAsked(deps, { ...asked, type, address });
    if (type || address)
      throw invalidField(type ? "address" : "type", "is required to test another runner than the one in use");
    return testInUse(deps);
  }),
};

type Asked = TrainingRunnerTestRequest & Parameters<typeof wantedRunner>[0];

async function testAsked({ store, secrets, addedServers }: ServiceDeps, asked: Asked): Promise<TrainingRunnerTest> {
  const wanted = wantedRunner(asked, await store.readTrainingRunner(), secrets);
  await requireAllowedAddress("address", asked.address, addedServers);
  return tryRunner(configOfWantedRunner(wanted), { rules: addedServers });
}

async function testInUse(deps: ServiceDeps): Promise<TrainingRunnerTest> {
  const inUse = await runnerInUse(deps);
  if (!("config" in inUse)) return { latency_ms: 0, problem: { message: inUse.problem } };
  const { config, source } = inUse;
  if (config.type === "command") throw invalidField("type", "is a command, which has no address that could be asked");
  // The operator may have configured any address.
  return tryRunner(config, { rules: source === "stored" ? deps.addedServers : undefined });
}
