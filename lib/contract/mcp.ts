import * as z from "zod";

/** A message of the Model Context Protocol, in JSON-RPC 2.0; its SDK reads the rest of it. */
const message = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.int()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
});

/** One message; clients of early versions of the protocol may send several. */
export const mcpRequest = z.union([message, z.array(message)]);

/** The answer to a request, also as a stream with one event; nothing for a notification. */
export const mcpResponse = z.unknown();
