import { vi } from "vitest";

/**
 * For tests: stands in for the workers that a page starts. A message that is posted to one is answered by what `answer`
 * yields, until the page terminates it.
 */
export function standInWorker<Message>(answer: (message: Message) => AsyncIterable<unknown>): void {
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      #isTerminated = false;

      postMessage(message: Message): void {
        void this.#answer(message);
      }

      terminate(): void {
        this.#isTerminated = true;
      }

      async #answer(message: Message): Promise<void> {
        for await (const data of answer(message))
          if (!this.#isTerminated) this.dispatchEvent(new MessageEvent("message", { data }));
      }
    },
  );
}
