/** Why alerts are read-only. */
export const MAY_NOT_ALERT = "Changing alerts requires the member role on this project.";
