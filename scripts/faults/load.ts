import { setTimeout as pause } from "node:timers/promises";
import { vi } from "vitest";
import { type ServiceProcess, WAIT } from "../durability/service-process";
import { type Acknowledged, type Answer, missing, nothing, readOne, writeOne } from "../durability/writers";

const WRITERS = 4;
const READERS = 2;
/** Clients that are refused do not fill the log. */
const REFUSED_PAUSE_MS = 20;
const UNAVAILABLE = 503;
const DISK_FULL = 507;

export type Kind = "write" | "read";

/** Writers and readers of one project that repeat their requests until they are stopped, and what they were answered. */
export class Load {
  readonly acknowledged: Acknowledged;
  /** Answers that no fault excuses: neither a success nor a refusal that says when to try again. */
  readonly odd: string[] = [];
  readonly #service: ServiceProcess;
  readonly #pauseMs: number;
  readonly #stopping = new AbortController();
  #counts = new Map<string, number>();
  #ended: Promise<unknown>;

  /** Each client pauses for `pauseMs` between two requests. */
  constructor(service: ServiceProcess, project: string, pauseMs = 0) {
    this.#service = service;
    this.#pauseMs = pauseMs;
    this.acknowledged = nothing(project);
    const writers = Array.from({ length: WRITERS }, async (_, writer) =>
      this.#repeat("write", async (turn) => writeOne(service, `writer-${writer}`, turn, this.acknowledged)),
    );
    const readers = Array.from({ length: READERS }, async (_, reader) =>
      this.#repeat("read", async (turn) => readOne(service, turn * READERS + reader, this.acknowledged)),
    );
    this.#ended = Promise.all([...writers, ...readers]);
  }

  countAgain(): void {
    this.#counts = new Map();
  }

  /** How many requests had this outcome since the last `countAgain`. */
  count(kind: Kind, outcome: number | "broken"): number {
    return this.#counts.get(`${kind} ${outcome}`) ?? 0;
  }

  /** Waits until so many of each kind had this outcome, counted from now; returns the seconds that took. */
  async until(outcome: number, atLeast: number, kinds: readonly Kind[] = ["write", "read"]): Promise<number> {
    this.countAgain();
    const since = performance.now();
    await vi.waitFor(() => {
      const isThere = kinds.every((kind) => this.count(kind, outcome) >= atLeast);
      if (!isThere && this.odd.length === 0) throw new Error(`expected ${atLeast} × ${outcome}, had ${this.answers}`);
    }, WAIT);
    this.#assertNothingOdd();
    return (performance.now() - since) / 1_000;
  }

  /** What was counted: "write 200: 12, write 503: 3". */
  get answers(): string {
    return [...this.#counts]
      .map(([name, count]) => `${name}: ${count}`)
      .toSorted()
      .join(", ");
  }

  /** Stops it; throws the first failure that was no answer. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  /** Checks that nothing acknowledged is missing, and nothing odd was answered; returns "N of N acknowledged writes read back". */
  async checkAll(): Promise<string> {
    this.#assertNothingOdd();
    const { calls, feedback, objects, messages } = this.acknowledged;
    const written = calls.size + feedback.size + objects.size + messages.size;
    const lost = await missing(this.#service, this.acknowledged);
    if (lost.length > 0)
      throw new Error(`${lost.length} of ${written} acknowledged writes are lost: ${lost.join(", ")}`);
    return `${written} of ${written} acknowledged writes read back`;
  }

  #assertNothingOdd(): void {
    const odd = [...this.odd, ...this.#service.unexpectedErrors];
    if (odd.length > 0) throw new Error(odd.join("\n"));
  }

  async #repeat(kind: Kind, ask: (turn: number) => Promise<Answer | undefined>): Promise<void> {
    for (let turn = 0; !this.#stopping.signal.aborted; turn += 1) {
      const answer = await ask(turn).catch(() => undefined);
      const name = `${kind} ${answer?.status ?? "broken"}`;
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
      if (answer && !answer.ok && !isRefusal(answer))
        this.odd.push(`${kind}: ${answer.status} ${answer.retryAfter} ${answer.body}`);
      const pauseMs = answer?.ok ? this.#pauseMs : REFUSED_PAUSE_MS;
      if (pauseMs > 0) await pause(pauseMs);
    }
  }
}

const isRefusal = ({ status, retryAfter }: Answer) =>
  (status === UNAVAILABLE || status === DISK_FULL) && retryAfter !== null;
