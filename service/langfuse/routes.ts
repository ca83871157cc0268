import { projectRoutes } from "./projects";

/** The handlers of the part of Langfuse's interface that is supported. */
export const langfuseRoutes = { ...projectRoutes };
