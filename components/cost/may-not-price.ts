/** Why prices are read-only. */
export const MAY_NOT_PRICE = "Changing prices requires the admin role on this project.";
