import type { EndpointName } from "@/lib/contract/endpoints";
import { minimalExperiment, minimalScoring } from "@/lib/contract/test-examples";
import type { Expected } from "./test-expected";

const at = (project_id: string) => ({ project_id });

const RANGE = { start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z" };

/** One for every endpoint of experiments and scoring rules. */
export const EXPECTED_OF_EXPERIMENTS = {
  experimentCreate: {
    needs: "member",
    body: (project, { tableDigest }) => ({ ...at(project), ...minimalExperiment, table_digest: tableDigest }),
    swapped: 422,
  },
  experimentRead: { needs: "viewer", body: (project, { experimentId: id }) => ({ ...at(project), id }), swapped: 404 },
  experimentsQuery: {
    needs: "viewer",
    body: (project, { experimentId }) => ({ ...at(project), ids: [experimentId] }),
    swapped: 200,
  },
  experimentUpdate: {
    needs: "member",
    body: (project, { experimentId: id }) => ({ ...at(project), id, action: "pause" }),
    swapped: 404,
  },
  workTakeOver: {
    needs: "member",
    body: (project, { scoringId: id }) => ({ ...at(project), kind: "scoring_rule", id }),
    swapped: 200,
  },
  scoringCreate: {
    needs: "member",
    body: (project, { scorerRef }) => ({ ...at(project), ...minimalScoring, scorer_ref: scorerRef }),
    swapped: 422,
  },
  scoringQuery: {
    needs: "viewer",
    body: (project, { scoringId }) => ({ ...at(project), ids: [scoringId] }),
    swapped: 200,
  },
  scoringUpdate: {
    needs: "member",
    body: (project, { scoringId: id }) => ({ ...at(project), id, action: "pause" }),
    swapped: 404,
  },
  scoringDelete: {
    needs: "member",
    body: (project, { disposableScoringId: id }) => ({ ...at(project), id }),
    swapped: 200,
  },
  scoringFailures: { needs: "viewer", body: (project, { scoringId: id }) => ({ ...at(project), id }), swapped: 404 },
  scoringEstimate: {
    needs: "viewer",
    body: (project, { scorerRef }) => ({ ...at(project), unit: "traces", scorer_ref: scorerRef, ...RANGE }),
    swapped: 422,
  },
  scoringBackfill: {
    needs: "member",
    body: (project, { scoringId: id }) => ({ ...at(project), id, ...RANGE }),
    swapped: 404,
  },
} as const satisfies Partial<Record<EndpointName, Expected>>;
