/** Why prices can only be read. */
export const MAY_NOT_PRICE = "Changing prices requires the admin role";
