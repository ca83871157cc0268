import type { Client } from "@/lib/client/client";
import { EVALUATE_OP } from "@/lib/experiment/result";
import { toJsonText } from "@/lib/json/text";
import type { Loupe } from "./loupe";
import { runEvaluations } from "./run-program";
import { whileServed } from "./served-model";

export interface SeededExperiments {
  /** The ids of the evaluations that a program ran. */
  evaluations: string[];
  /** One that the service runs, with a model that no server has. */
  paused: string;
}

/** Fills a project with evaluations of an SDK, a prompt, two scorers, and an experiment that the service runs. */
export async function seedExperiments(service: Client, loupe: Loupe, project_id: string): Promise<SeededExperiments> {
  await runEvaluations(loupe, project_id);
  const evaluations: string[] = [];
  for await (const { id, op_name } of service.stream("callsStreamQuery", { project_id }))
    if (op_name?.includes(EVALUATE_OP)) evaluations.push(id);
  const publish = (object_id: string, scorer: object) =>
    service.request("objCreate", {
      obj: {
        project_id,
        object_id,
        val: toJsonText({
          _type: "Scorer",
          _class_name: "Scorer",
          _bases: ["Object", "BaseModel"],
          name: object_id,
          scorer,
        }),
      },
    });
  await publish("one-word", { type: "regex", pattern: "^[A-Z][a-z]+$" });
  await publish("grade", {
    type: "judge",
    model: "judge-1",
    messages: [
      { role: "user", content: `Grade {{output}} as the answer to {{question}}. ${"Be strict. ".repeat(30)}` },
    ],
    score: { type: "number", lowest: 1, highest: 5 },
  });
  const rows = ["Lyon", "Lisbon"].map((expected) => toJsonText({ question: "Where is it?", expected }));
  const { digest } = await service.request("tableCreate", { table: { project_id, rows } });
  const { experiment } = await whileServed(service, { project: project_id, model: "none-1" }, () =>
    service.request("experimentCreate", {
      project_id,
      name: "support with a long name that does not fit on a phone, none-1 on parcels",
      table_digest: digest,
      request: toJsonText({ model: "none-1", messages: [{ role: "user", content: "{{question}}" }] }),
      budget_usd: 0.5,
    }),
  );
  return { evaluations, paused: experiment.id };
}
