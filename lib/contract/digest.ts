import { name } from "./primitives";

/** The digest of a version, row, table or file. */
export const digest = name;
