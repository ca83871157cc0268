import type { BrowserContext, ConsoleMessage, Request } from "@playwright/test";
import { waitForHydration } from "./wait-for-hydration";

/**
 * Records what no page may do in any test: violate its content security policy, throw, write errors to the console, or
 * send requests to another server. Tests act on a page only once it responds.
 */
export async function watchContext(context: BrowserContext): Promise<readonly string[]> {
  const problems: string[] = [];
  context.on("page", waitForHydration);
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`policy violated: ${violatedDirective} by ${blockedURI} in ${sourceFile}`),
    ),
  );
  context.on("console", (message) => {
    if (message.type() === "error" && !isFailedRequest(message)) problems.push(`console: ${message.text()}`);
  });
  context.on("weberror", (event) => problems.push(`thrown: ${event.error().message}`));
  context.on("request", (request) => {
    if (!isOwn(request)) problems.push(`request to another host: ${request.url()}`);
  });
  return problems;
}

// Some tests are about rejected or broken requests; the page reports these to the user, and Chromium also to the
// console.
function isFailedRequest(message: ConsoleMessage): boolean {
  return message.text().startsWith("Failed to load resource:");
}

function isOwn(request: Request): boolean {
  const { protocol, origin } = new URL(request.url());
  if (protocol === "data:" || protocol === "blob:") return true;
  return request.isNavigationRequest() || origin === new URL(request.frame().page().url()).origin;
}
