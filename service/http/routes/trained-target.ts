import { AppError } from "@/lib/contract/app-error";
import type { ChatRequest } from "@/lib/contract/chat";
import type { Endpoint } from "@/lib/contract/endpoint";
import { projectOfServed, readTrainedName, servedName } from "@/lib/contract/trained-names";
import { changeMembers } from "@/lib/json/change-members";
import { JsonText, writeJson } from "@/lib/json/text";
import { requireAccess } from "@/service/people/keys/identity";
import type { Store } from "@/service/store/store";
import type { ProjectOfCall } from "./client-project";

/** A request as it is sent to a model server. */
type Sent = { request: ChatRequest; text: string };

/** Throws `forbidden` if a model's name is that of a checkpoint of a project on which the caller has no role. */
export function requireTrainedAccess(model: string, { identity }: ProjectOfCall, { role }: Endpoint): void {
  const project = readTrainedName(model)?.project ?? projectOfServed(model);
  if (project !== undefined && role !== "none") requireAccess(identity, project, role);
}

/**
 * The request with the name that servers have for a trained model: of the checkpoint that it names, else of its newest
 * one, else of its base model. Undefined if there is no such model; throws `not_found` if it has no such checkpoint.
 */
export async function trainedTarget(
  store: Pick<Store, "findModelByName" | "findCheckpoint">,
  { request, text }: Sent,
  { project }: ProjectOfCall,
): Promise<Sent | undefined> {
  const named = readTrainedName(request.model);
  if (!named) return undefined;
  const model = await store.findModelByName(named.project ?? project, named.name);
  if (!model) return undefined;
  const checkpoint = await store.findCheckpoint(model, named.step);
  // ART asks for step 0 before anything was trained.
  if (!checkpoint && named.step !== undefined && named.step !== 0)
    throw new AppError("not_found", `model: ${model.name} has no checkpoint ${named.step}`);
  const id = checkpoint
    ? (checkpoint.model ?? servedName(model.project_id, model.name, checkpoint.step))
    : model.base_model;
  if (id === request.model) return undefined;
  return {
    request: { ...request, model: id },
    text: changeMembers(new JsonText(text), new Map([["model", writeJson(id)]])).text,
  };
}
