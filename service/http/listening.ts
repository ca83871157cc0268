import { createServer } from "node:net";
import { StartError } from "@/service/store/start-error";

/** `http://` and the authority at which a server bound to `host` is reached from this machine. */
export function localAddress(host: string, port: number): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Throws `StartError` if the port is not available, so that nothing is started in vain. */
export async function assertPortFree(variable: string, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => reject(listenError(variable, host, port, error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

/** Why listening failed, as one line that names the variable to change. */
export function listenError(variable: string, host: string, port: number, error: unknown): StartError {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  switch (code) {
    case "EADDRINUSE":
      return new StartError(
        `${variable}: port ${port} on ${host} is in use; stop the program that uses it, or set ${variable} to a free port`,
      );
    case "EACCES":
      return new StartError(
        `${variable}: this user is not permitted to listen on port ${port}; set ${variable} to 1024 or more`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartError(
        `LOUPE_HOST: ${host} is not an address of this machine (${code}); use 127.0.0.1 or 0.0.0.0`,
      );
    default:
      return new StartError(
        `${variable}: cannot listen on ${host} port ${port} (${code}); set another port or LOUPE_HOST`,
      );
  }
}
