import { vi } from "vitest";

/** An upload that the page has begun. */
export interface TestUpload {
  address: string;
  headers: Record<string, string>;
  body: Blob | undefined;
  isAborted: boolean;
  progress: (loaded: number) => void;
  answer: (status: number, body: object) => void;
}

/** For tests: stands in for the browser's uploads, and returns those begun so far. */
export function standInUploads(): readonly TestUpload[] {
  const uploads: TestUpload[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class extends EventTarget {
      readonly upload = new EventTarget();
      status = 0;
      responseText = "";
      readonly #begun: TestUpload = {
        address: "",
        headers: {},
        body: undefined,
        isAborted: false,
        progress: (loaded) => this.upload.dispatchEvent(new ProgressEvent("progress", { loaded })),
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.dispatchEvent(new Event("load"));
        },
      };

      open(_method: string, address: string): void {
        this.#begun.address = address;
      }

      setRequestHeader(name: string, value: string): void {
        this.#begun.headers[name] = value;
      }

      getResponseHeader(name: string): string | null {
        return name === "content-type" ? "application/json" : null;
      }

      send(body: Blob): void {
        this.#begun.body = body;
        uploads.push(this.#begun);
      }

      abort(): void {
        this.#begun.isAborted = true;
        this.dispatchEvent(new Event("abort"));
      }
    },
  );
  return uploads;
}
