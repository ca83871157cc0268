import { spawn } from "node:child_process";
import type { Environment } from "./context";

/** The program that opens an address; undefined where there is no browser, as over SSH. */
export function browserCommand(
  { BROWSER, DISPLAY, WAYLAND_DISPLAY }: Environment,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] | undefined {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  if (BROWSER && !/[\s%:]/.test(BROWSER)) return [BROWSER];
  return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}

/**
 * The address as programs get it: of http or https, and escaped, so that it is no option and starts no other program.
 * Undefined for others, which a service could have named.
 */
export function webAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}

/** Opens an address in the browser if there is one; whether that works is up to the browser. */
export async function openInBrowser(given: string, environment: Environment): Promise<void> {
  const address = webAddress(given);
  if (address === undefined) return;
  const [program, ...args] = browserCommand(environment, process.platform) ?? [];
  if (program === undefined) return;
  // Without a shell, so that nothing in the address is a command.
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  await new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("spawn", () => resolve());
  });
  child.unref();
}
