import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** A TCP proxy in front of a service, for breaking connections as networks do. */
export interface CuttableProxy {
  url: string;
  /** From now on breaks responses to requests that contain `text`, after this many bytes; undefined stops this. */
  cut(text: string | undefined, afterBytes?: number): void;
  close(): Promise<void>;
}

export async function cuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let wanted: { text: string; afterBytes: number } | undefined;
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    let left = Number.POSITIVE_INFINITY;
    const breakBoth = () => {
      client.destroy();
      service.destroy();
    };
    for (const socket of [client, service]) {
      open.add(socket.on("error", breakBoth).on("close", breakBoth));
      socket.on("close", () => open.delete(socket));
    }
    client.on("data", (chunk) => {
      if (chunk.includes("HTTP/1.1")) left = Number.POSITIVE_INFINITY;
      if (wanted && chunk.includes(wanted.text)) left = wanted.afterBytes;
      service.write(chunk);
    });
    service.on("data", (chunk) => {
      client.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left < 0) client.end(breakBoth);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an address with a port.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: (text, afterBytes = 0) => (wanted = text === undefined ? undefined : { text, afterBytes }),
    close: async () => {
      for (const socket of open) socket.destroy();
      await once(server.close(), "close");
    },
  };
}
