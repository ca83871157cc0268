import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import * as z from "zod";
import { endpoints } from "@/lib/contract/endpoints";
import { stopTimes, stopVariables } from "@/service/processes/stop-times";
import { readVariables } from "@/service/secrets/variables";

const ROOT = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const filesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));

const BASE = "deploy/kubernetes/base";
const EXAMPLE = "deploy/kubernetes/example";
const containerFile = read("deploy/container/Containerfile");
const user = Number(/^USER (\d+):\d+$/m.exec(containerFile)?.[1]);
/** Ports by default, as docs/configuration.md states them. */
const PORTS = { dashboard: 3000, service: 3001 };

describe("configuration", () => {
  const configuration = read("docs/configuration.md");
  const documented = new Set(
    [...configuration.matchAll(/^\| (`[A-Z][A-Z_]+`(?:, `[A-Z][A-Z_]+`)*) \|/gm)].flatMap(([, names = ""]) =>
      names.replaceAll("`", "").split(", "),
    ),
  );

  test.each(filesIn("deploy"))("every variable in %s is documented", (file) => {
    const named = [...read(file).matchAll(/\b(?:LOUPE|OIDC|NEXTAUTH)_[A-Z_]+|\bDATABASE_URL\b/g)].map(([name]) => name);
    expect(named.filter((name) => !documented.has(name))).toEqual([]);
  });
});

test("the image runs as a user without rights, and listens on the documented ports", () => {
  expect(user).toBeGreaterThan(0);
  expect(containerFile).toContain(`--uid ${user} `);
  expect(containerFile).toContain(`EXPOSE ${PORTS.dashboard} ${PORTS.service}\n`);
  const [, checked = ""] = /http:\/\/127\.0\.0\.1:3001(\/\w+)/.exec(containerFile) ?? [];
  expect(openPaths()).toContain(checked);
});

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      read_only: z.boolean().optional(),
      cap_drop: z.array(z.string()).optional(),
      security_opt: z.array(z.string()).optional(),
      ports: z.array(z.string()).optional(),
      volumes: z.array(z.string()),
      build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
});

test.each(["compose.yaml", "compose-postgres.yaml"])("%s", (name) => {
  const { services, volumes } = composeFile.parse(parse(read(`deploy/compose/${name}`)));
  const { loupe } = services;
  expect(loupe).toMatchObject({
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    ports: Object.values(PORTS).map((port) => `127.0.0.1:${port}:${port}`),
  });
  const context = path.join(ROOT, "deploy/compose", loupe?.build?.context ?? "");
  expect(existsSync(path.join(context, loupe?.build?.dockerfile ?? "missing"))).toBe(true);
  const used = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(":")[0]));
  expect(Object.keys(volumes)).toEqual(used);
  // What the image declares is what is kept.
  expect(containerFile).toContain(`VOLUME ${loupe?.volumes[0]?.split(":")[1]}\n`);
});

const kustomization = z.object({
  resources: z.array(z.string()),
  configMapGenerator: z.array(z.object({ name: z.string(), envs: z.array(z.string()) })),
});

test.each([BASE, EXAMPLE])("the kustomization in %s has every file beside it", (folder) => {
  const { resources, configMapGenerator } = kustomization.parse(parse(read(`${folder}/kustomization.yaml`)));
  const named = [...resources, ...configMapGenerator.flatMap(({ envs }) => envs)].filter((name) => name !== "../base");
  expect(new Set([...named, "kustomization.yaml"])).toEqual(new Set(readdirSync(path.join(ROOT, folder))));
  expect(configMapGenerator.map(({ name }) => name)).toEqual(["loupe"]);
});

const resource = z.looseObject({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z.unknown().optional(),
});
const resources = filesIn("deploy/kubernetes")
  .filter((file) => file.endsWith(".yaml") && !file.endsWith("kustomization.yaml"))
  // Anchors are resolved when the document is read.
  .flatMap((file) => parseAllDocuments(read(file)).map((document) => resource.parse(document.toJS())));
const named = (kind: string, name: string) =>
  resources.find((one) => one.kind === kind && one.metadata.name === name)?.spec;

const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
});
const labels = z.record(z.string(), z.string());
const deployment = z.object({
  replicas: z.number(),
  selector: z.object({ matchLabels: labels }),
  template: z.object({
    metadata: z.object({ labels }),
    spec: z.looseObject({
      terminationGracePeriodSeconds: z.number(),
      enableServiceLinks: z.boolean(),
      securityContext: z.unknown(),
      containers: z.tuple([
        z.looseObject({
          args: z.array(z.string()),
          ports: z.unknown(),
          securityContext: z.unknown(),
          startupProbe: probe,
          readinessProbe: probe,
          livenessProbe: probe,
          resources: z.object({ requests: z.object({ cpu: z.string(), memory: z.string() }) }),
          envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
        }),
      ]),
    }),
  }),
});
const variablesOf = (file: string) =>
  new Map([...read(file).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));

describe.each(["service", "dashboard"] as const)("on Kubernetes, the %s", (part) => {
  const { replicas, selector, template } = deployment.parse(named("Deployment", `loupe-${part}`));
  const { spec } = template;
  const [container] = spec.containers;

  test("is found by its Service, its disruption budget and the Ingress", () => {
    expect(replicas).toBe(2);
    expect(selector.matchLabels).toEqual(template.metadata.labels);
    expect(named("Service", `loupe-${part}`)).toMatchObject({
      selector: template.metadata.labels,
      ports: [{ name: "http", port: PORTS[part], targetPort: "http" }],
    });
    expect(named("PodDisruptionBudget", `loupe-${part}`)).toMatchObject({
      selector: { matchLabels: template.metadata.labels },
    });
    expect(JSON.stringify(named("Ingress", "loupe"))).toContain(`{"name":"loupe-${part}","port":{"name":"http"}}`);
  });

  test("runs without rights, and its configuration is not that of Kubernetes", () => {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: user, fsGroup: user });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(spec.enableServiceLinks).toBe(false);
    expect(container.args).toEqual(["start", part]);
    expect(container.ports).toEqual([{ name: "http", containerPort: PORTS[part] }]);
    expect(container.envFrom).toEqual([{ configMapRef: { name: "loupe" } }, { secretRef: { name: `loupe-${part}` } }]);
  });

  test("is asked whether it is ready where it answers that", () => {
    const { startupProbe, readinessProbe, livenessProbe } = container;
    expect(part === "service" ? openPaths() : dashboardPaths()).toContain(startupProbe.httpGet.path);
    expect(startupProbe.httpGet.port).toBe("http");
    expect([readinessProbe.httpGet, livenessProbe.httpGet]).toEqual([startupProbe.httpGet, startupProbe.httpGet]);
  });

  test("has the time that it needs to stop", () => {
    const times = readVariables(z.object(stopVariables), Object.fromEntries(variablesOf(`${BASE}/loupe.env`)));
    expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(stopTimes(times).mostMs);
  });
});

test("the dashboard reaches the service by its name and port", () => {
  const [service] = z
    .array(z.object({ base_url: z.url(), public_url: z.url() }))
    .parse(JSON.parse(variablesOf(`${EXAMPLE}/loupe.env`).get("LOUPE_SERVICES") ?? "[]"));
  const { hostname, port } = new URL(service?.base_url ?? "");
  expect([named("Service", hostname), port]).toEqual([expect.anything(), String(PORTS.service)]);
  const hosts = variablesOf(`${EXAMPLE}/loupe.env`).get("LOUPE_ALLOWED_HOSTS")?.split(",");
  const { rules } = z.object({ rules: z.array(z.object({ host: z.string() })) }).parse(named("Ingress", "loupe"));
  expect(hosts).toEqual(expect.arrayContaining([hostname, ...rules.map(({ host }) => host)]));
  expect(rules.map(({ host }) => host)).toContain(new URL(service?.public_url ?? "").hostname);
});

/** Paths of the service that need no key. */
function openPaths(): string[] {
  return Object.values(endpoints).flatMap((one) => (one.auth === "none" && one.method === "GET" ? [one.path] : []));
}

function dashboardPaths(): string[] {
  return filesIn("app/api").flatMap((file) => (/route\.tsx?$/.test(file) ? [`/${path.dirname(file).slice(4)}`] : []));
}
