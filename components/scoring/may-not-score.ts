/** Why scoring rules are read-only. */
export const MAY_NOT_SCORE = "Changing automatic scoring requires the member role on this project.";
