import { html } from "hono/html";
import type { TypePart } from "./schema-fields";

/** A piece of the page; values in it are escaped. */
export type Html = ReturnType<typeof html>;

/** A sentence of the contract, with code between backticks. */
export function prose(text: string): Html[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** A type, its named shapes as links to their tables. */
export function typeText(parts: readonly TypePart[]): Html[] {
  return parts.map((part) =>
    typeof part === "string" ? html`${part}` : html`<a href="#shape-${part.shape}">${part.shape}</a>`,
  );
}
