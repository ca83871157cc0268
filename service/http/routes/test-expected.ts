import type { Role } from "@/lib/contract/endpoint";

/** The content of a project before the tests; all its texts contain the canary. */
export type Seeded = {
  project: string;
  canary: string;
  callId: string;
  feedbackId: string;
  keyId: string;
  objectId: string;
  promptName: string;
  datasetName: string;
  tableDigest: string;
  fileDigest: string;
  modelId: string;
  disposableModelId: string;
  jobId: string;
  alertId: string;
  /** One that the tests may delete. */
  disposableAlertId: string;
  experimentId: string;
  scorerRef: string;
  scoringId: string;
  /** One that the tests may delete. */
  disposableScoringId: string;
  personId: string;
  invitationId: string;
};

/**
 * The role that an endpoint must require, defined independently of the contract, and a valid body; none for an address
 * that is signed by another's key. What belongs to the whole service needs the admin role on all projects.
 */
export type Expected = {
  needs: Role | "none" | "admin of all";
  /** What an endpoint for which nobody needs a key answers, if not 200. */
  open?: number;
  /** A body that names the project and refers to the content of `seeded`. */
  body?: (project: string, seeded: Seeded) => unknown;
  /** Headers that name the project, if the body does not. */
  headers?: (project: string) => Record<string, string>;
  /**
   * The expected response for the admin of another project: by default 403, else one that reveals and changes nothing.
   */
  foreign?: number;
  /** The expected response for the project's admin with ids of another project; absent if the body has no ids. */
  swapped?: number;
};
