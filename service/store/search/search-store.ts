import type { Database } from "@/service/store/connections/database";
import { indexProject, projectsToIndex } from "./index-project";

/** The index of text search, which is filled after the calls are stored. Lists of calls read it. */
export type SearchStore = {
  /** Projects in which enough waits to be indexed for text search. */
  projectsToIndex(): Promise<string[]>;
  /**
   * Indexes the text of calls that have waited longest, about a thousand; false when too few wait, or another replica
   * does it. Calls that are not indexed yet are found all the same, more slowly.
   */
  indexProject(projectId: string): Promise<boolean>;
};

export function searchStore(database: Database): SearchStore {
  return {
    projectsToIndex: projectsToIndex.bind(undefined, database),
    indexProject: indexProject.bind(undefined, database),
  };
}
