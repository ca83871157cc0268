import type { Listed } from "./endpoint-section";

/** Groups of endpoints, in the order of the page. */
const RESOURCES: [title: string, paths: RegExp][] = [
  ["Calls", /^\/(?:call|calls|threads)\//],
  ["Feedback", /^\/feedback\//],
  ["Alerts", /^\/alerts\//],
  ["Experiments", /^\/experiments\//],
  ["Automatic scoring", /^\/scoring\//],
  ["Retention", /^\/retention\//],
  ["Masking", /^\/masking\//],
  ["Erasure", /^\/erasure\//],
  ["Objects and files", /^\/(?:obj|objs|refs|ids|file)\//],
  ["Tables", /^\/tables?\//],
  ["Costs", /^\/cost\//],
  ["Projects and keys", /^\/(?:projects|refusals|keys)\//],
  ["Audit log", /^\/audit\//],
  ["People", /^\/(?:people|stopped_work)\//],
  ["Model servers", /^\/connections\//],
  ["Tracing SDKs", /^(?:\/v1\/(?:traces|logs|metrics)|(?:\/api\/public|\/agents)?\/otel\/.+|\/graphql)$/],
  ["Langfuse's interface", /^\/api\/public\//],
  ["Models and chat", /^\/v1\/(?:chat|models)/],
  ["Coding agents", /^\/mcp$/],
  ["Training", /^\/(?:v1\/preview|training)\//],
  ["Operations", /^\/[a-z_.]+$/],
];

/** The group of paths that are in no other group. */
const OTHER = "Other";

/** The endpoints by group; an empty group is left out. */
export function byResource(listed: readonly Listed[]): { title: string; id: string; listed: Listed[] }[] {
  const titleOf = ([, { path }]: Listed) => RESOURCES.find(([, paths]) => paths.test(path))?.[0] ?? OTHER;
  return [...RESOURCES.map(([title]) => title), OTHER]
    .map((title) => ({
      title,
      id: title.toLowerCase().replaceAll(" ", "-"),
      listed: listed.filter((one) => titleOf(one) === title),
    }))
    .filter((resource) => resource.listed.length > 0);
}
