/** Why experiments are read-only. */
export const MAY_NOT_RUN = "Running experiments requires the member role on this project.";
