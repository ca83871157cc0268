import { ApiError } from "@/lib/client/api-error";
import { CommandError, EXIT } from "./exit-status";

/** What failed, in one sentence that says what to do, and the exit status. */
export function report(error: unknown): { status: number; text: string } {
  if (error instanceof CommandError) return { status: error.status, text: error.message };
  if (error instanceof ApiError) return { status: statusOf(error), text: textOf(error) };
  if (error instanceof Error && "code" in error && typeof error.code === "string" && "path" in error)
    return { status: EXIT.usage, text: `${error.message}.` };
  return { status: EXIT.failed, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function statusOf({ code }: ApiError): number {
  if (code === "not_found") return EXIT.failed;
  return code === "invalid" || code === "conflict" ? EXIT.usage : EXIT.service;
}

function textOf(error: ApiError): string {
  const fields = error.errors.map(({ path, message }) => `${path} ${message}`).join("; ");
  const what = (fields || error.message).replace(/\.$/, "");
  const request = error.requestId === undefined ? "" : ` (request ${error.requestId})`;
  switch (error.code) {
    case "unreachable":
      return `${what}; check the address in LOUPE_URL or \`loupe login\`, and that the service is running.`;
    case "unauthenticated":
      return `The service does not accept the API key; run \`loupe login\`, or set LOUPE_API_KEY to a valid one${request}.`;
    case "unknown_endpoint":
      return `The service has no such feature: ${what}; its version may be older than this command line.`;
    default:
      return `${what}${request}.`;
  }
}
