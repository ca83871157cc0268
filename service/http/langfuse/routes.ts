import { datasetRoutes } from "./datasets";
import { mediaRoutes } from "./media";
import { projectRoutes } from "./projects";
import { promptRoutes } from "./prompts";
import { runItemRoutes } from "./run-items";
import { scoreRoutes } from "./scores";

/** The handlers of the part of Langfuse's interface that is supported. */
export const langfuseRoutes = {
  ...projectRoutes,
  ...scoreRoutes,
  ...promptRoutes,
  ...mediaRoutes,
  ...datasetRoutes,
  ...runItemRoutes,
};
