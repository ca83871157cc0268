/** Why prices can only be read. */
export const MAY_NOT_PRICE = "Your key may not change prices here: that takes the role admin";
