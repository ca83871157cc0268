import { readFileSync } from "node:fs";
import * as z from "zod";

const target = z.object({ refId: z.string(), expr: z.string() });
const panel = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string(),
  description: z.string().optional(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(target).optional(),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }).optional(),
});
const dashboard = z.object({
  uid: z.string(),
  templating: z.object({ list: z.array(z.object({ name: z.string() })) }),
  panels: z.array(panel),
});
export type Panel = z.infer<typeof panel>;

/** The dashboard for Grafana. */
export const readDashboard = () => dashboard.parse(JSON.parse(readFileSync("deploy/grafana/loupe.json", "utf8")));

/** The queries of the panels. */
export const dashboardQueries = (): string[] =>
  readDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The conditions of the alerts for Prometheus, and the alerts that its tests name. */
export function readAlerts(): { conditions: string[]; names: string[]; tested: string } {
  const text = readFileSync("deploy/prometheus/alerts.yml", "utf8");
  const rules = text.split(/^ {6}- alert: /m).slice(1);
  return {
    names: rules.map((rule) => rule.slice(0, rule.indexOf("\n"))),
    conditions: rules.map((rule) => /^ {8}expr: (.*?)^ {8}(?:for|labels):/ms.exec(rule)?.[1] ?? ""),
    tested: readFileSync("deploy/prometheus/alerts.test.yml", "utf8"),
  };
}

/** The metrics that a query reads, with the labels that it selects by. */
export function metricsIn(query: string): { name: string; labels: string[] }[] {
  const found = query.matchAll(/\b((?:loupe|process|nodejs)_[a-z0-9_]+)\b(?!")(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = "", selector = ""]) => ({
    name: name.replace(/_bucket$/, ""),
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = ""]) => label),
  }));
}
