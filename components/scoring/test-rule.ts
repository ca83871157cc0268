import type { ScoringRule } from "@/lib/contract/scoring";

export const PROJECT = "acme/bot";

/** For tests: a rule as the service answers it. */
export function ruleOf(change: Partial<ScoringRule> = {}): ScoringRule {
  return {
    project_id: PROJECT,
    id: "01936b5e-7c1a-7000-8000-000000000001",
    definition: {
      name: "Polite answers",
      scorer_ref: "core:///acme/bot/object/polite:d1",
      unit: "traces",
      sampling_rate: 0.1,
      budget_usd: 5,
    },
    status: "active",
    created_by: "ada",
    created_at: "2026-11-20T08:00:00.000000Z",
    calls: { waiting: 0, sent: 0, scored: 12, failed: 0 },
    cost_usd: 1.5,
    unpriced: 0,
    ...change,
  };
}

const judge = (name: string, content: string) => ({
  _type: "Scorer",
  _class_name: "Scorer",
  _bases: ["Object", "BaseModel"],
  name,
  scorer: { type: "judge", model: "m-1", messages: [{ role: "user", content }], score: { type: "boolean" } },
});

/** For tests: a version of a judge, by its name and the content of its message. */
export function judgeObject(name: string, content = "Is {{output}} polite?") {
  return {
    project_id: PROJECT,
    object_id: name,
    created_at: "2026-11-20T08:00:00Z",
    digest: "d1",
    version_index: 3,
    is_latest: 1,
    kind: "object",
    base_object_class: "Scorer",
    val: judge(name, content),
  };
}
