/** A request to a model server that has begun. */
export type WatchedModelRequest = {
  /** The status that the server answered with; its answer may still be on the way. */
  answered(status: number): void;
  failed(error: unknown): void;
  /** Nothing more will come. */
  end(): void;
};

/** Is told of a request to a model server; nothing about what is sent. */
export type WatchModelRequest = (about: { server: string; baseUrl: string; model: string }) => WatchedModelRequest;
