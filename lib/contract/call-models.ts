import * as z from "zod";
import { MODELS_ORDERED } from "./limits";
import { projectId } from "./primitives";

/** The models that a project's calls named, in the order of their first call; the position of a model never changes. */
export const callsModelsRequest = z.strictObject({ project_id: projectId });
export const callsModelsResponse = z.object({ models: z.array(z.string()).max(MODELS_ORDERED) });
