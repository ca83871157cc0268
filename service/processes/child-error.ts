/** A process of the service could not start, and has said why. */
export class ChildError extends Error {}
