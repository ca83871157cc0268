import { endpoints } from "@/lib/contract/endpoints";
import { asGroups, asJob, minimalTrajectory } from "@/lib/training/test-jobs";
import type { Store } from "@/service/store/store";
import { ADMIN_KEY, postOf, type TestService } from "./test-service";

export const JOBS = endpoints.trainingJobCreate.path;
const MODELS = endpoints.trainedModelCreate.path;

/** For tests: training requests, each job a second younger than the one before. */
export function useTraining(service: TestService) {
  let seconds = 0;
  const clock = () => new Date(Date.parse("2026-11-20T08:00:00Z") + 1000 * (seconds += 1));
  const app = () => service.app({ clock });
  const training = {
    app,
    send: async (body: unknown, headers: Record<string, string | undefined> = {}) =>
      app().request(JOBS, postOf(body, headers)),
    get: async (path: string, key = ADMIN_KEY) => app().request(path, { headers: { authorization: `Bearer ${key}` } }),
    read: async (path: string) => (await training.get(path)).json(),
    async makeModel(fields: object = {}): Promise<{ id: string; name: string; project_id: string }> {
      return (await app().request(MODELS, postOf({ project_id: "acme/a", base_model: "base/7b", ...fields }))).json();
    },
    async makeJob(fields: object, headers: Record<string, string> = {}): Promise<string> {
      const { id } = await (await training.send(asJob(fields), headers)).json();
      return String(id);
    },
    /** A key with one role on one project. */
    async makeKey(project_pattern: string, role: string): Promise<string> {
      const made = await service.post("/keys/create", { owner: "ada", roles: [{ project_pattern, role }] });
      return String((await made.json()).api_key);
    },
  };
  return training;
}

/** A body of approximately this many mebibytes, in trajectories of 100 kB. */
export function largeJob(model_id: string, mebibytes: number, more: object = {}): string {
  const long = { ...minimalTrajectory, logs: ["é".repeat(50_000)] };
  const trajectories = Array.from({ length: mebibytes * 10 }, () => long);
  return JSON.stringify({ ...asJob({ trajectory_groups: asGroups(trajectories), ...more }), model_id });
}

export function wrongAtTheEnd(text: string): string {
  const last = text.lastIndexOf('"reward":1');
  return `${text.slice(0, last)}"reward":[]${text.slice(last + '"reward":1'.length)}`;
}

export function inChunks(text: string, onPull = () => {}): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      onPull();
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += 64 * 1024)));
      else controller.close();
    },
  });
}

/** Stored parts of bodies in all projects. */
export function watchParts(service: TestService): { store: Store; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const store: Store = {
    ...service.store,
    writeTrainingPart: async (part) => {
      await service.store.writeTrainingPart(part);
      counts.set(part.project_id, (counts.get(part.project_id) ?? 0) + 1);
    },
    removeTrainingParts: async (job) => {
      await service.store.removeTrainingParts(job);
      counts.delete(job.project_id);
    },
  };
  return { store, counts };
}
