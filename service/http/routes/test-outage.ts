import { once } from "node:events";
import { type Server, type Socket, connect, createServer } from "node:net";
import type { TestDatabase } from "@/service/store/embedded/test-database";

type PoolConfig = TestDatabase["connection"];
type Address = { host: string; port: number; user: string; password: string; database: string };

/** For tests: a connection to a database that can be broken and restored. */
export class BreakableWay {
  readonly #database: PoolConfig;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #silent = false;

  constructor(database: PoolConfig) {
    this.#database = database;
  }

  /** Opens it, at the same address each time; returns the connection settings. */
  async restore(): Promise<Address> {
    this.#silent = false;
    this.#server = createServer((near) => this.#forward(near)).listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    this.#port = typeof address === "object" && address ? address.port : 0;
    return { ...addressOf(this.#database), host: "127.0.0.1", port: this.#port };
  }

  /** Ends every connection, and refuses new ones. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server?.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Stops passing data on, without closing anything. */
  fallSilent(): void {
    this.#silent = true;
  }

  #forward(near: Socket): void {
    const { host, port } = addressOf(this.#database);
    const far = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on("data", (bytes) => this.#silent || to.write(bytes));
      from
        .on("error", () => undefined)
        .on("close", () => {
          this.#sockets.delete(from);
          to.destroy();
        });
    }
  }
}

function addressOf(config: PoolConfig): Address {
  if (!config.connectionString) {
    const { host = "", port = 5432, user = "", database = "" } = config;
    return { host, port, user, password: typeof config.password === "string" ? config.password : "", database };
  }
  const { hostname, port, username, password, pathname } = new URL(config.connectionString);
  return {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  };
}
