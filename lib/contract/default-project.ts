/** The entity of a project named without one. */
export const DEFAULT_ENTITY = "local";

/** Where everything goes that names no project. */
export const DEFAULT_PROJECT = `${DEFAULT_ENTITY}/default`;
