import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Identified } from "@/lib/contract/ids";
import { NAME_CHARS } from "@/lib/contract/limits";
import { readAnyRef } from "@/lib/contract/refs";
import { alertsPath, queuePath, refPath, trainingJobPath, trainingPath, withSearch } from "@/lib/format/address";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";
import { scoringPath } from "@/lib/format/scoring-address";
import type { Place } from "@/lib/format/place";
import { shortenMiddle } from "@/lib/format/shorten";

const SHOWN_CHARS = 40;
const KIND_WORDS: Readonly<Record<Identified["kind"], string>> = {
  call: "call",
  trace: "trace",
  thread: "thread",
  user: "calls for the user",
  feedback: "feedback",
  object: "object",
  op: "op",
  queue: "queue",
  table: "table",
  row: "row",
  response: "call with the response",
  experiment: "experiment",
  training_job: "training job",
  trained_model: "trained model",
  alert: "alert",
  scoring_rule: "scoring rule",
};

/** Text that may be an ID: it has a digit, and one line. Words of a search are not looked up. */
const MAY_BE_ID = /^(?=.*\d)[^\n]{4,}$/;
const REF = /^(?:core|weave):\/\/\//;

/** The pages of what a ref names, or an ID of a project belongs to, whatever its kind; none for text that cannot be one. */
export function idPlaces(projectId: string, text: string, client: Client = browserClient) {
  const id = text.trim();
  return queryOptions({
    queryKey: ["ids", "find", { projectId, id }] as const,
    queryFn: async ({ signal }): Promise<Place[]> => {
      if (REF.test(id)) return placesOfRef(id);
      const { found } = await client.request("idsFind", { project_id: projectId, id }, { signal });
      const places = found.map(async (one) => {
        const href = await pathOf(projectId, one);
        return href ? [{ href, label: `Open the ${KIND_WORDS[one.kind]} ${shortenMiddle(one.id, SHOWN_CHARS)}` }] : [];
      });
      return (await Promise.all(places)).flat();
    },
    enabled: projectId !== "" && (REF.test(id) || MAY_BE_ID.test(id)) && id.length <= NAME_CHARS,
    staleTime: 10_000,
    retry: false,
  });
}

function placesOfRef(text: string): Place[] {
  const ref = readAnyRef(text);
  return ref ? [{ href: refPath(ref), label: `Open ${shortenMiddle(text, SHOWN_CHARS)}` }] : [];
}

async function pathOf(projectId: string, { kind, id, ref }: Identified): Promise<string | undefined> {
  const parsed = ref === undefined ? undefined : readAnyRef(ref);
  if (parsed?.kind === "object" && kind === "queue") return queuePath(projectId, parsed.name);
  if (parsed) return refPath(parsed);
  if (kind === "user")
    return (await import("@/lib/filter/call-groups")).callGroupPath(projectId, { user_id: id }, "user");
  if (kind === "experiment") return comparedExperimentsPath(projectId, [id]);
  if (kind === "training_job") return trainingJobPath(projectId, id);
  if (kind === "trained_model") return withSearch(trainingPath(projectId), { tab: "models", trained: id });
  if (kind === "alert") return withSearch(alertsPath(projectId), { alert: id });
  if (kind === "scoring_rule") return scoringPath(projectId, id);
  return undefined;
}
