import { type Client, createClient } from "@/lib/client/client";
import { callRef, versionRef } from "@/lib/contract/refs";
import { toJsonText } from "@/lib/json/text";
import type { Loupe } from "./loupe";
import { seedQueue } from "./seed-queue";
import { ENDED, sendCalls } from "./send-calls";

const CALLS = 6;
const TRIGGER = { kind: "object", name: "shared", digest: "latest" } as const;

/** Of a person and a judge, on one call after the other. */
const GIVEN = [
  { tone: "kind", judge: "kind", rating: 5, score: 0.9 },
  { tone: "kind", judge: "rude", rating: 4, score: 0.7 },
  { tone: "rude", judge: "rude", rating: 1, score: 0.2 },
  { tone: "rude", judge: "rude", rating: 2, score: 0.1 },
] as const;

const ANSWERS = {
  admin: ["good", "good", "bad"],
  bob: ["good", "bad", "bad", "good"],
  "cyd.of.a.team.with.a.long.name@example.com": ["bad", "bad"],
} as const;

/** Fills a project with a queue that three people work on, feedback to be compared, and an alert; returns its id. */
export async function seedReview(service: Client, { serviceUrl }: Loupe, project_id: string): Promise<string> {
  const callIds = Array.from({ length: CALLS }, (_, at) => `${project_id}-reviewed-${at}`);
  await sendCalls(
    service,
    project_id,
    callIds.map((id, at) => ({
      id,
      op_name: at % 2 === 0 ? "answer" : versionRef(project_id, { kind: "op", name: "answer", digest: "Kx3vQ9pLm2" }),
      ended_at: ENDED,
      inputs: JSON.stringify({ model: "m-1", messages: [{ role: "user", content: `Where is parcel ${9913 + at}?` }] }),
      output: JSON.stringify({ content: "It left Lyon this morning and arrives tomorrow before noon." }),
    })),
  );
  await seedQueue(service, project_id, { callIds });
  const give = (client: Client, at: number, feedback_type: string, value: unknown) =>
    client.request("feedbackCreate", {
      project_id,
      core_ref: callRef(project_id, callIds[at] ?? ""),
      feedback_type,
      payload: toJsonText({ value }),
      ...(feedback_type.startsWith("core.annotation") && {
        annotation_ref: versionRef(project_id, { kind: "object", name: "quality", digest: "latest" }),
        trigger_ref: versionRef(project_id, TRIGGER),
      }),
    });
  for (const [at, given] of GIVEN.entries())
    for (const [type, value] of Object.entries(given)) await give(service, at, type, value);
  const clientOf = async (owner: string) => {
    const roles = [{ project_pattern: project_id, role: "annotator" } as const];
    const { api_key: key } = await service.request("keysCreate", { owner, roles });
    return createClient({ baseUrl: serviceUrl, headers: { authorization: `Bearer ${key}` } });
  };
  for (const [owner, answers] of Object.entries(ANSWERS)) {
    const client = owner === "admin" ? service : await clientOf(owner);
    for (const [at, value] of answers.entries()) await give(client, at, "core.annotation.quality", value);
  }
  const { alert } = await service.request("alertCreate", {
    project_id,
    name: "Many errors",
    metric: { measure: "error_rate" },
    condition: { type: "threshold", comparison: "above", value: 0.1 },
    window_seconds: 3_600,
  });
  return alert.id;
}
