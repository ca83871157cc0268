import { indexProject, projectsToIndex } from "./index-project";

/** The index for text search, which is filled after the calls have been stored and read by lists of calls. */
export const searchStore = { projectsToIndex, indexProject };
