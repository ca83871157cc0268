import { addressOf, type Endpoint, type Role, takesBody } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { callRef, versionRef } from "@/lib/contract/refs";
import { minimalAlert, minimalExperiment, minimalScoring, minimalStart } from "@/lib/contract/test-examples";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { asJob } from "@/lib/training/test-jobs";
import { TRACE, fileForm } from "./test-authorization";
import type { Seeded } from "./test-expected";
import { disposable } from "./test-expected-objects";
import { ADMIN_KEY, type TestService, postOf } from "./test-service";

/** For tests: sends a request to an endpoint as its contract says; headers that are undefined are left out. */
export async function askEndpoint(
  app: ReturnType<TestService["app"]>,
  endpoint: Endpoint,
  body: unknown,
  more: Record<string, string | undefined> = {},
  prefix = "",
): Promise<Response> {
  const { method } = endpoint;
  const headers = Object.entries(more).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  const address = prefix + addressOf(endpoint, body instanceof FormData ? {} : body);
  if (body instanceof FormData) return app.request(address, { method, headers, body });
  return app.request(
    address,
    takesBody(endpoint) ? { ...postOf(body, { authorization: undefined, ...more }), method } : { method, headers },
  );
}

/** For tests: the answer to a POST with the admin key. */
export async function postTo(service: TestService, path: string, body: unknown) {
  const response = await service.post(path, body);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** For tests: a key with a role, whose owner is the canary of its projects. */
export async function makeKey(
  service: TestService,
  project_pattern: string,
  role: Role,
): Promise<{ id: string; text: string }> {
  const owner = `canary of ${project_pattern}`;
  const { key, api_key } = await postTo(service, "/keys/create", { owner, roles: [{ project_pattern, role }] });
  return { id: key.id, text: api_key };
}

/** For tests: fills a project through the API; all its texts contain the canary. */
export async function seedProject(service: TestService, project: string): Promise<Seeded> {
  const canary = `canary of ${project}`;
  const callId = `call in ${project}`;
  const start = {
    ...minimalStart,
    project_id: project,
    id: callId,
    trace_id: TRACE,
    inputs: { canary },
    exception: canary,
  };
  await postTo(service, "/call/start", { start });
  const feedback = { project_id: project, core_ref: callRef(project, callId), feedback_type: "custom" };
  // All roles' keys have the same owner, who may change the feedback.
  const author = { authorization: `Bearer ${(await makeKey(service, project, "annotator")).text}` };
  const created = await service.post("/feedback/create", { ...feedback, payload: { canary } }, author);
  const { id: feedbackId } = await created.json();
  const { id: keyId } = await makeKey(service, project, "viewer");
  const contents = await seedContents(service, project, canary);
  return { project, canary, callId, feedbackId, keyId, ...contents, ...(await seedPeople(service, project, canary)) };
}

/** A person who was invited, and an invitation that is still open. */
async function seedPeople(service: TestService, project: string, canary: string) {
  const invited = { roles: [{ project_pattern: project, role: "viewer" }], note: canary };
  const name = `person, ${canary}`;
  const { token } = await postTo(service, "/people/invitations/create", invited);
  await postTo(service, "/people/invitations/accept", { token, name });
  const { people } = await postTo(service, "/people/query", { search: name });
  const { invitation } = await postTo(service, "/people/invitations/create", invited);
  return { personId: people[0].id, invitationId: invitation.id };
}

async function seedContents(service: TestService, project_id: string, canary: string) {
  const objectId = `object of ${project_id.replace("/", " ")}`;
  for (const object_id of [objectId, disposable(objectId)])
    await postTo(service, "/obj/create", { obj: { project_id, object_id, val: { canary } } });
  const promptName = `prompt-${project_id.replace("/", "-")}`;
  await postTo(service, "/obj/create", { obj: { project_id, object_id: promptName, val: { prompt: canary } } });
  const { digest: tableDigest } = await postTo(service, "/table/create", {
    table: { project_id, rows: [{ canary, name: "Ada" }] },
  });
  const datasetName = `dataset-${project_id.replace("/", "-")}`;
  const rows = `core:///${project_id}/table/${tableDigest}`;
  await postTo(service, "/obj/create", { obj: { project_id, object_id: datasetName, val: { rows } } });
  const newAlert = { project_id, ...minimalAlert, name: canary };
  const { alert } = await postTo(service, "/alerts/create", newAlert);
  const { alert: disposableAlert } = await postTo(service, "/alerts/create", newAlert);
  const newExperiment = { project_id, ...minimalExperiment, table_digest: tableDigest, name: canary };
  const { experiment } = await postTo(service, "/experiments/create", newExperiment);
  const scorer = { name: canary, definition: { type: "latency" as const } };
  const scorerName = `scorer-${project_id.replace("/", "-")}`;
  const { digest: scorerDigest } = await postTo(service, "/obj/create", {
    obj: { project_id, object_id: scorerName, val: writeScorer(scorer) },
  });
  const scorerRef = versionRef(project_id, { kind: "object", name: scorerName, digest: scorerDigest });
  const rules = [{ kind: "email", name: canary }];
  await postTo(service, "/masking/rules/set", { project_id, rules, replaces: 0 });
  const newScoring = { project_id, ...minimalScoring, scorer_ref: scorerRef, name: canary };
  const { rule } = await postTo(service, "/scoring/create", newScoring);
  const { rule: disposableRule } = await postTo(service, "/scoring/create", newScoring);
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const body = fileForm(project_id, canary);
  const { digest } = await (await service.app().request("/file/create", { method: "POST", headers, body })).json();
  return {
    objectId,
    promptName,
    datasetName,
    tableDigest,
    fileDigest: String(digest),
    alertId: String(alert.id),
    disposableAlertId: String(disposableAlert.id),
    experimentId: String(experiment.id),
    scorerRef,
    scoringId: String(rule.id),
    disposableScoringId: String(disposableRule.id),
    ...(await seedTraining(service, project_id, canary)),
  };
}

async function seedTraining(service: TestService, project_id: string, canary: string) {
  const { id: modelId } = await postTo(service, endpoints.trainedModelCreate.path, {
    project_id,
    name: canary,
    base_model: "base",
  });
  const { id: jobId } = await postTo(service, endpoints.trainingJobCreate.path, asJob({ model_id: modelId, canary }));
  const { id: disposableModelId } = await postTo(service, endpoints.trainedModelCreate.path, {
    project_id,
    name: "disposable",
    base_model: "base",
  });
  return { modelId, jobId, disposableModelId: String(disposableModelId) };
}
