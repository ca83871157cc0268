import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { Logger } from "pino";
import { patternsWith } from "@/lib/contract/grants";
import type { Identity } from "@/service/people/keys/identity";
import { answerTool } from "./answer-tool";
import { INSTRUCTIONS } from "./instructions";
import type { Caller, Tool } from "./tool";
import { TOOLS } from "./tools";

/** What answers one HTTP request. */
export interface McpRequest {
  identity: Identity;
  /** The signal is completed with that of each call. */
  caller: Caller;
  version: string;
  logger: Logger;
  requestId: string;
}

/**
 * Answers one HTTP request of the protocol, in its present version and in those with sessions, of which there are none
 * here: processes share nothing.
 */
export async function answerMcp(request: Request, body: unknown, about: McpRequest): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(about), {
    // Nothing is announced, so that no stream has to stay open.
    maxSubscriptions: 0,
    onerror: (error) =>
      about.logger.debug({ request_id: about.requestId, error: error.message }, "an MCP request failed"),
  });
  return handler.fetch(request, { parsedBody: body });
}

function serverFor({ identity, caller, version, logger, requestId }: McpRequest): McpServer {
  const server = new McpServer(
    { name: "loupe", title: "Loupe", version },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of TOOLS) {
    if (patternsWith(identity.roles, tool.role).length === 0) continue;
    server.registerTool(tool.name, declared(tool), async (args, { mcpReq }) =>
      answerTool(
        tool,
        args,
        { ...caller, signal: AbortSignal.any([caller.signal, mcpReq.signal]) },
        { logger, requestId },
      ),
    );
  }
  return server;
}

function declared({ title, description, role, isDestructive, input }: Tool) {
  const isRead = role === "viewer";
  return {
    title,
    description,
    // Checked by `answerTool`, whose messages name the arguments.
    inputSchema: { "~standard": { ...input["~standard"], validate: (value: unknown) => ({ value }) } },
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: isDestructive === true,
      idempotentHint: isRead,
      openWorldHint: false,
    },
  };
}
