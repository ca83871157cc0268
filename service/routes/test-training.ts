import { endpoints } from "@/lib/contract/endpoints";
import { asJob } from "@/lib/training/test-jobs";
import { ADMIN_KEY, postOf, type TestService } from "./test-service";

export const JOBS = endpoints.trainingJobCreate.path;
const MODELS = endpoints.trainedModelCreate.path;

/** For tests: training as a client speaks of it, each job a second younger than the one before. */
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
