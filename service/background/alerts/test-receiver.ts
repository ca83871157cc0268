import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { text } from "node:stream/consumers";

type Received = { path: string; headers: IncomingHttpHeaders; body: string };
type Answer = (response: ServerResponse, received: Received) => void | Promise<void>;

/** For tests: a receiver of notifications on a free port of the loopback address. */
export class Receiver {
  readonly received: Received[] = [];
  url = "";
  #answer: Answer;
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  private constructor(answer: Answer) {
    this.#answer = answer;
  }

  static async start(answer: Answer = answerWith(204)): Promise<Receiver> {
    const receiver = new Receiver(answer);
    await once(receiver.#server.listen(0, "127.0.0.1"), "listening");
    const address = receiver.#server.address();
    receiver.url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    return receiver;
  }

  /** Answers differently from now on. */
  answerWith(answer: Answer): void {
    this.#answer = answer;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    this.received.push(received);
    await this.#answer(response, received);
  }
}

/** An answer with a status, and these headers. */
export function answerWith(status: number, headers: Record<string, string> = {}): Answer {
  return (response) => void response.writeHead(status, headers).end();
}
