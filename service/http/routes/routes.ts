import type { EndpointName, endpoints } from "@/lib/contract/endpoints";
import { alertRoutes } from "./alerts";
import { auditRoutes } from "./audit";
import { callRoutes } from "./calls";
import { chatRoutes } from "./chat";
import { connectionRoutes } from "./connections";
import { costRoutes } from "./costs";
import { docsRoutes } from "./docs";
import { erasureRoutes } from "./erasure";
import { experimentRoutes } from "./experiments";
import { feedbackRoutes } from "./feedback";
import { fileRoutes } from "./files";
import { invitationRoutes } from "./invitations";
import { keyRoutes } from "./keys";
import { maskingRoutes } from "./masking";
import { modelRoutes } from "./models";
import { objectRoutes } from "./objects";
import { operationRoutes } from "./operations";
import { peopleRoutes } from "./people";
import { projectRoutes } from "./projects";
import { refRoutes } from "./refs";
import type { Route } from "./route";
import { retentionRoutes } from "./retention";
import { scoringRoutes } from "./scoring";
import { tableRoutes } from "./tables";
import { langfuseRoutes } from "@/service/http/langfuse/routes";
import { graphqlRoutes } from "@/service/http/weave/graphql";
import { threadRoutes } from "./threads";
import { trainedModelRoutes } from "./trained-models";
import { trainingRoutes } from "./training";
import { trainingRunnerRoutes } from "./training-runner";
import { workRoutes } from "./work";

type Endpoints = typeof endpoints;

/** OTLP has separate routes: three paths with the same response. `/mcp` has one that calls the others. */
type RoutedName = Exclude<
  { [Name in EndpointName]: Endpoints[Name]["errors"] extends "otlp" ? never : Name }[EndpointName],
  "mcp"
>;

/** The handlers of all endpoints; a missing or misnamed one does not compile. */
export const routes: { [Name in RoutedName]: Route<Endpoints[Name]> } = {
  ...callRoutes,
  ...alertRoutes,
  ...auditRoutes,
  ...experimentRoutes,
  ...workRoutes,
  ...scoringRoutes,
  ...maskingRoutes,
  ...erasureRoutes,
  ...retentionRoutes,
  ...threadRoutes,
  ...feedbackRoutes,
  ...costRoutes,
  ...projectRoutes,
  ...keyRoutes,
  ...peopleRoutes,
  ...invitationRoutes,
  ...objectRoutes,
  ...refRoutes,
  ...fileRoutes,
  ...tableRoutes,
  ...chatRoutes,
  ...connectionRoutes,
  ...modelRoutes,
  ...trainingRoutes,
  ...trainingRunnerRoutes,
  ...trainedModelRoutes,
  ...graphqlRoutes,
  ...langfuseRoutes,
  ...operationRoutes,
  ...docsRoutes,
};
