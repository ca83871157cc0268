import * as z from "zod";

/** The two kinds of processes that do the service's work. */
export const processKind = z.enum(["server", "background"]);
export type ProcessKind = z.infer<typeof processKind>;

const metricFamily = z.object({ name: z.string(), head: z.string(), lines: z.string() });

/** What the supervisor tells a process. */
export const orderSchema = z.discriminatedUnion("type", [
  /** The database is at `connection`, migrated: begin to work. */
  z.object({ type: z.literal("start"), connection: z.record(z.string(), z.unknown()) }),
  /** Finish what is in progress, then end. */
  z.object({ type: z.literal("stop") }),
  /** Say that you still answer. */
  z.object({ type: z.literal("ask") }),
  /** Report your metrics. */
  z.object({ type: z.literal("measure"), id: z.number() }),
  /** The metrics of all processes, which this one asked for. */
  z.object({ type: z.literal("metrics"), id: z.number(), text: z.string() }),
  /** The place that it asked for is its own, until it leaves it. */
  z.object({ type: z.literal("entered"), id: z.number() }),
  /** It gets no place, for the reason in the message. */
  z.object({ type: z.literal("refused"), id: z.number(), message: z.string() }),
]);
export type Order = z.infer<typeof orderSchema>;

/** What a process tells the supervisor. */
export const reportSchema = z.discriminatedUnion("type", [
  /** It listens for orders. */
  z.object({ type: z.literal("loaded") }),
  /** It works. */
  z.object({ type: z.literal("ready") }),
  /** It still answers. */
  z.object({ type: z.literal("answer") }),
  z.object({ type: z.literal("measured"), id: z.number(), families: z.array(metricFamily) }),
  /** Asks for the metrics of all processes. */
  z.object({ type: z.literal("collect"), id: z.number() }),
  /** Asks for a place at a model server with a limit, for a request of a project. */
  z.object({
    type: z.literal("enter"),
    id: z.number(),
    server: z.object({ key: z.string(), name: z.string(), limit: z.number() }),
    project: z.string(),
    /** Whether it only wants a place that is free. */
    now: z.boolean(),
  }),
  /** Leaves the place, or does not wait for it any more. */
  z.object({ type: z.literal("leave"), id: z.number() }),
]);
export type Report = z.infer<typeof reportSchema>;
