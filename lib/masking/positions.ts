/** An escape whose backslash is escaped itself is deeper JSON, which `searchedForm` decodes. */
const UNICODE_ESCAPE = /(?<!\\)\\u([\da-fA-F]{4})/g;

/** The length of the escape at a backslash; 1 if it is none. */
type EscapeLength = (text: string, backslash: number) => number;

const inJson: EscapeLength = (text, backslash) => (text[backslash + 1] === "u" ? 6 : 2);
const inText: EscapeLength = (text, backslash) =>
  text[backslash - 1] !== "\\" && /^u[\da-fA-F]{4}$/.test(text.slice(backslash + 1, backslash + 6)) ? 6 : 1;

/**
 * Translates positions in what the JSON string from `start` to `end` of a text stands for into positions in the text. They
 * must be asked for in ascending order.
 */
export function positionsInString(text: string, start: number, end: number): (at: number) => number {
  const position = sourcePositions(text.slice(start + 1, end - 1), inJson);
  return (at) => start + 1 + position(at);
}

/** The same for a text that is not JSON, whose escapes are those that `withoutEscapes` replaces. */
export const positionsInText = (text: string): ((at: number) => number) => sourcePositions(text, inText);

function sourcePositions(text: string, lengthOf: EscapeLength): (at: number) => number {
  let source = 0;
  let meant = 0;
  let backslash = text.indexOf("\\");
  return (at) => {
    while (meant < at) {
      const plain = backslash === -1 ? at - meant : Math.min(at - meant, backslash - source);
      source += plain;
      meant += plain;
      if (meant === at) break;
      source += lengthOf(text, backslash);
      meant += 1;
      backslash = text.indexOf("\\", source);
    }
    return source;
  };
}

/** A text that is not JSON, with escapes such as `\u0040` as what they stand for; undefined without any. */
export function withoutEscapes(text: string): string | undefined {
  if (!text.includes("\\u")) return undefined;
  const plain = text.replaceAll(UNICODE_ESCAPE, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return plain === text ? undefined : plain;
}
