/** The search parameter of a call's page that has the address of the list it was opened from. */
export const LIST_PARAM = "list";
