import type { Refusal } from "@/lib/contract/projects";
import { findId } from "./find-id";
import { listProjects } from "./projects";
import { readSettings, updateSettings } from "./settings";
import { noteNotKept, queryRefusals, recordRefusals } from "./refusals";

export type NewRefusal = { project_id: string; source: Refusal["source"]; call_id?: string; reason: string };

export type ProjectsPage = { within: readonly string[]; limit?: number | null; offset?: number | null };

/** Projects and their settings, the rejected items of their batches, and what their IDs belong to. */
export const projectsStore = {
  listProjects,
  readSettings,
  updateSettings,
  recordRefusals,
  noteNotKept,
  queryRefusals,
  findId,
};
