import dynamic from "next/dynamic";

/** Exceptions: each message with its collapsed stack trace. Loaded where there are any. */
export const Exceptions = dynamic(async () => (await import("./exceptions-view")).Exceptions);
