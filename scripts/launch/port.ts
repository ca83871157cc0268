import { createServer } from "node:net";
import { listenError } from "@/service/listening";

/** Throws `StartError` if the port is not available, with a clearer message than the server would. */
export async function assertPortFree(variable: string, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => reject(listenError(variable, host, port, error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}
