import { type SharedPlaces, tooManyRequests } from "@/service/inference/places";
import type { Order, Report } from "./messages";

type Waiting = { entered: () => void; refused: (message: string) => void };

/** The places of model servers that the supervisor keeps, as another process asks for them. */
export class SupervisedPlaces implements SharedPlaces {
  readonly #send: (report: Report) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(send: (report: Report) => void) {
    this.#send = send;
  }

  readonly enter: SharedPlaces["enter"] = async (server, project, signal, { now = false } = {}) => {
    signal.throwIfAborted();
    const id = (this.#lastId += 1);
    const leave = () => this.#send({ type: "leave", id });
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(id);
        leave();
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const end = () => {
        this.#waiting.delete(id);
        signal.removeEventListener("abort", onAbort);
      };
      this.#waiting.set(id, {
        entered() {
          end();
          resolve(leave);
        },
        refused(message) {
          end();
          reject(tooManyRequests(message));
        },
      });
      this.#send({ type: "enter", id, server, project, now });
    });
  };

  /** Takes the supervisor's answer. */
  handle(order: Extract<Order, { type: "entered" | "refused" }>): void {
    const waiting = this.#waiting.get(order.id);
    if (order.type === "entered") waiting?.entered();
    else waiting?.refused(order.message);
  }
}
