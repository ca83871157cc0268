// The addresses of the settings of a project's privacy. They are not in `address.ts`, which every page loads.
import { addressIn } from "./address";

export const privacyPath = (projectId: string): string => addressIn(projectId, "privacy");

/** The page on which the data of one user is erased. */
export const erasurePath = (projectId: string): string => addressIn(projectId, "privacy", "erasure");
