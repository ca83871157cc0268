/** The entity of a project that is named without one. */
export const DEFAULT_ENTITY = "local";

/** The project of everything that names none. */
export const DEFAULT_PROJECT = `${DEFAULT_ENTITY}/default`;
