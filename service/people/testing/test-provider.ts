import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import * as z from "zod";

/** A client of the provider, as its metadata are registered. */
export type TestClient = {
  client_id: string;
  client_secret: string;
  redirect_uris: string[];
  post_logout_redirect_uris?: string[];
  backchannel_logout_uri?: string;
};

const answers = z.object({ id: z.number(), result: z.unknown() });
const readiness = z.object({ ready: z.string() });
const privateKey = z.looseObject({ kid: z.string(), kty: z.string() });

/** For tests: an OpenID provider in a process of its own. Any password is right. */
export class TestProvider {
  readonly #child: ChildProcess;
  readonly issuer: string;
  #asked = 0;

  private constructor(child: ChildProcess, issuer: string) {
    this.#child = child;
    this.issuer = issuer;
  }

  static async start(clients: readonly TestClient[], algorithm = "RS256"): Promise<TestProvider> {
    const registered = clients.map((client) => ({
      grant_types: ["authorization_code", "refresh_token"],
      backchannel_logout_session_required: client.backchannel_logout_uri !== undefined,
      id_token_signed_response_alg: algorithm,
      ...client,
    }));
    const program = path.join(import.meta.dirname, "provider-process.mjs");
    const child = spawn(process.execPath, [program, JSON.stringify(registered), algorithm], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const [message]: unknown[] = await once(child, "message");
    return new TestProvider(child, readiness.parse(message).ready);
  }

  /** Somebody who can sign in, and what is stated about them; replaces what was. */
  async account(id: string, claims: Record<string, unknown>): Promise<void> {
    await this.#tell("account", { id, claims });
  }

  /** Somebody cannot sign in any more, and their tokens are not valid. */
  async remove(id: string): Promise<void> {
    await this.#tell("remove", { id });
  }

  /** The private key that it signs with. */
  async key() {
    return privateKey.parse(await this.#tell("key"));
  }

  /** Replaces the key that it signs with. */
  async rotate() {
    return privateKey.parse(await this.#tell("rotate"));
  }

  /** From now on closes connections for paths that begin like this, `/` for all, without an answer. */
  async down(path: string | undefined): Promise<void> {
    await this.#tell("down", { path });
  }

  /** Answers what is below the returned address as the server at `url` does. */
  async picturesFrom(url: string): Promise<string> {
    await this.#tell("pictures", { url });
    return `${this.issuer}/pictures`;
  }

  /** Whether it states groups at its userinfo endpoint, `/me`, only. */
  async stateGroupsApart(apart: boolean): Promise<void> {
    await this.#tell("apart", { apart });
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill();
    await ended;
  }

  async #tell(name: string, input: unknown = {}): Promise<unknown> {
    const id = (this.#asked += 1);
    return new Promise((resolve) => {
      const answered = (message: unknown) => {
        const answer = answers.parse(message);
        if (answer.id !== id) return;
        this.#child.off("message", answered);
        resolve(answer.result);
      };
      this.#child.on("message", answered);
      this.#child.send({ id, name, input });
    });
  }
}
