/** Why dashboards are read-only. */
export const MAY_NOT_CHANGE = "Changing dashboards requires the member role on this project.";
