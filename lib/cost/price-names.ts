const PREFIXES_TRIED = 3;
/** More than any real name has. */
const NAMES = 40;
/** `openai:gpt-4o`; the `ft` of a fine-tuned model, which costs more than its base, is not a provider. */
const COLON_PREFIX = /^(?!ft:)[a-z][a-z0-9_-]*:/;
/** One of Bedrock's: `us.`, `anthropic.`; in `gpt-4.1` no letter follows the dot. */
const DOTTED_PREFIX = /^[a-z][a-z0-9-]*\.(?=[a-z])/;
const DATE = /-(?:20\d{2}-\d{2}-\d{2}|20\d{6})$/;
const CLAUDE_FAMILY_LAST = /^claude-(\d(?:[.-]\d)?)-([a-z]+)(-20\d{6})?$/;
const CLAUDE_FAMILY_FIRST = /^claude-([a-z]+)-(\d(?:[.-]\d)?)(-20\d{6})?$/;

/** Other ways in which a version of a model is written, each with the same price: a pattern and its replacement. */
const SPELLINGS: readonly [RegExp, string][] = [
  // Claude Code's `[1m]`, OpenRouter's modes of the same model; `:free` has another price.
  [/\[1m\]$|:(?:thinking|beta)$/, ""],
  // Fine-tuned models end in an organization and an id.
  [/^(ft:[^:]+):.+$/, "$1"],
  // Bedrock: `-v2:0`, with a context length `-v1:0:300k`; some leave out `:0`.
  [/(-v\d+:\d+):[0-9a-z]+$/, "$1"],
  [/-v\d+:\d+$/, ""],
  [/^((?:[a-z-]+\.)*(?:claude|nova)-.+)-v\d+$/, "$1"],
  // Vertex AI: `@20250514`, `-v2@20241022`, `@default`, `@001`.
  [/(?:-v\d+)?@(20\d{2}-\d{2}-\d{2}|20\d{6})$/, "-$1"],
  [/@(?:default|latest|\d{3})$/, ""],
  [/^(gemini-.+)-00\d$/, "$1"],
  // Azure's names have no dots.
  [/^gpt-35-/, "gpt-3.5-"],
  [/(?<=\d)\.(?=\d)/g, "-"],
  [/(?<=(?:^|\D)\d)-(?=\d(?:\D|$))/g, "."],
  [CLAUDE_FAMILY_LAST, "claude-$2-$1$3"],
  [CLAUDE_FAMILY_FIRST, "claude-$2-$1$3"],
];

/**
 * The names under which a model's price may be listed, best first: the model's own, then without its provider's prefix
 * (`azure/`, `openai:`, `us.anthropic.`), then as other providers write them, then each of those without its date. Only
 * names of the same model: `gpt-4o-mini` is not `gpt-4o`.
 *
 * @example priceNames("us.anthropic.claude-sonnet-4-5-20250929-v1:0").at(-1) // "claude-4.5-sonnet"
 */
export function priceNames(model: string): string[] {
  const names = new Set([model, ...withoutPrefix(model)]);
  // A set's loop includes what is added to it meanwhile.
  for (const name of names) for (const other of otherSpellings(name)) if (names.size < NAMES) names.add(other);
  const undated = [...names].map((name) => name.replace(DATE, ""));
  return [...new Set([...names, ...undated])].filter((name) => name !== "");
}

function otherSpellings(name: string): string[] {
  return SPELLINGS.map(([pattern, replacement]) => name.replace(pattern, replacement));
}

function withoutPrefix(model: string): string[] {
  const parts = model.split("/");
  const first = Math.max(1, parts.length - PREFIXES_TRIED);
  const names = parts.slice(first).map((_, place) => parts.slice(first + place).join("/"));
  let last = (parts.at(-1) ?? "").replace(COLON_PREFIX, "");
  names.push(last);
  for (let place = 0; place < PREFIXES_TRIED && DOTTED_PREFIX.test(last); place += 1) {
    last = last.replace(DOTTED_PREFIX, "");
    names.push(last);
  }
  return names;
}
