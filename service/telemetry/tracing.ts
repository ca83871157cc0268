import type { WatchModelRequest } from "@/service/inference/watch";
import type { WatchDatabase } from "@/service/store/connections/watch";

/** The span of a request that is being answered. */
export type RequestSpan = {
  /** Runs what answers it, so that its statements and requests to model servers belong to it. */
  run<Result>(answer: () => Promise<Result>): Promise<Result>;
  /** In the log, to find the trace; undefined if it is not exported. */
  readonly traceId: string | undefined;
  /** Exports nothing of this request. */
  discard(): void;
  end(result: RequestResult): void;
};

export type RequestResult = {
  method: string;
  /** The template of the path; undefined for an unknown one. */
  route: string | undefined;
  status: number;
  requestId: string;
  /** How it ended, if not well: an error code, or `client_left`. */
  outcome: string | undefined;
};

/** What of Loupe's own work becomes traces. Never payloads, values of statements, query strings or keys. */
export type Tracing = {
  /** Begins the span of a request, within the caller's trace if the headers name one. */
  startRequest(headers: { traceparent: string | undefined; tracestate: string | undefined }): RequestSpan;
  /** Runs a task; its span is exported if it fails, or returns true: that it found something to do. */
  task<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  database: WatchDatabase;
  modelRequest: WatchModelRequest;
};
