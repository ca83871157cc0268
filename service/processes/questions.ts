/** How often a process is asked whether it still answers, and how many questions in a row it may leave open. */
const ASK_EVERY_MS = 1_000;
const OPEN_QUESTIONS = 10;

type QuestionsOptions = {
  ask: () => void;
  /** Called once, when it has not answered for ten seconds, which only a hung event loop does. */
  onSilence: () => void;
  everyMs?: number;
};

/**
 * Asks a process again and again whether it still answers. Questions are counted, not time: after a pause of the whole
 * machine it has ten more.
 */
export class Questions {
  readonly #timer: NodeJS.Timeout;
  #open = 0;

  constructor({ ask, onSilence, everyMs = ASK_EVERY_MS }: QuestionsOptions) {
    this.#timer = setInterval(() => {
      if (this.#open >= OPEN_QUESTIONS) {
        this.end();
        return onSilence();
      }
      this.#open += 1;
      ask();
    }, everyMs);
  }

  answered(): void {
    this.#open = 0;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
