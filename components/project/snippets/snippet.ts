/** Text to paste into a shell in an empty folder, after `LOUPE_API_KEY` is set; it sends one trace to the project. */
export interface Snippet {
  id: string;
  /** The name of the SDK or the endpoint. */
  label: string;
  code: string;
  /** The environment variable with the key of a model's provider, if the snippet calls a real model. */
  modelKey?: "OPENAI_API_KEY" | "ANTHROPIC_API_KEY" | "GOOGLE_API_KEY";
}

export interface SnippetTarget {
  /** The service's address, without a trailing slash. */
  baseUrl: string;
  /** `<entity>/<project>`. */
  projectId: string;
}

export const QUESTION = "Where is my parcel?";
export const ANSWER = "Your order left Lyon this morning.";

/** In a snippet, until a key has been created. */
export const KEY_PLACEHOLDER = "your-api-key";
