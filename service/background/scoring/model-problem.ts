import type { Inference } from "@/service/inference/gateway";
import { sleep } from "@/lib/limit/sleep";
import { TRIES } from "./completions";

/** Why a model can answer nothing for a project: no server that the project may use has it, also after a while. */
export async function modelProblem(
  inference: Pick<Inference, "listModels">,
  project: string,
  model: string,
  retryMs: number,
  ending: AbortSignal,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const models = await inference.listModels(project);
    if (models.some(({ id }) => id === model)) return undefined;
    if (attempt === TRIES || ending.aborted) return `No model server has the model ${model}`;
    await sleep(retryMs * 2 ** (attempt - 1), ending);
  }
}
