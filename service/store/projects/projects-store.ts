import type { Refusal } from "@/lib/contract/projects";
import { listProjects } from "./projects";
import { noteNotKept, queryRefusals, recordRefusals } from "./refusals";

export type NewRefusal = { project_id: string; source: Refusal["source"]; call_id?: string; reason: string };

export type ProjectsPage = { within: readonly string[]; limit?: number | null; offset?: number | null };

/** Projects, and the rejected items of their batches. */
export const projectsStore = { listProjects, recordRefusals, noteNotKept, queryRefusals };
