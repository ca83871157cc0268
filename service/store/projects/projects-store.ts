import type { Project, Refusal } from "@/lib/contract/projects";
import type { Database } from "@/service/store/connections/database";
import { listProjects } from "./projects";
import { queryRefusals, recordRefusals } from "./refusals";

export type NewRefusal = { project_id: string; source: Refusal["source"]; call_id?: string; reason: string };

export type ProjectsPage = { within: readonly string[]; limit?: number | null; offset?: number | null };

/** Projects, and what was refused of their batches. */
export type ProjectsStore = {
  /** Projects that the patterns `within` cover, by name. */
  listProjects(page: ProjectsPage): Promise<Project[]>;
  recordRefusals(refusals: readonly NewRefusal[]): Promise<void>;
  queryRefusals(projectId: string, limit: number): Promise<{ count: number; refusals: Refusal[] }>;
};

export function projectsStore(database: Database): ProjectsStore {
  return {
    listProjects: listProjects.bind(undefined, database),
    recordRefusals: recordRefusals.bind(undefined, database),
    queryRefusals: queryRefusals.bind(undefined, database),
  };
}
