import type { EndpointName, endpoints } from "@/lib/contract/endpoints";
import { callRoutes } from "./calls";
import { costRoutes } from "./costs";
import { feedbackRoutes } from "./feedback";
import { keyRoutes } from "./keys";
import { operationRoutes } from "./operations";
import { projectRoutes } from "./projects";
import type { Route } from "./route";

type Endpoints = typeof endpoints;

/** Endpoints whose bodies are not JSON are mounted by their own resource. */
type JsonEndpointName = {
  [Name in EndpointName]: Endpoints[Name]["answer"] extends "binary" ? never : Name;
}[EndpointName];

/** What answers each endpoint: one that is missing, or stands for another, does not compile. */
export const routes: { [Name in JsonEndpointName]: Route<Endpoints[Name]> } = {
  ...callRoutes,
  ...feedbackRoutes,
  ...costRoutes,
  ...projectRoutes,
  ...keyRoutes,
  ...operationRoutes,
};
