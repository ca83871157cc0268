import { NOT_CHECKED } from "@/lib/contract/masking-kinds";
import type { Found } from "./edits";
import type { ActiveRule, Scope } from "./rule-set";

/** A text of a call, and where it is. */
export interface Searched {
  text: string;
  /** The key of the object whose value it is. */
  key: string | undefined;
  isNumber: boolean;
  /** Keys and positions from the field on; only valid during the call. */
  path: readonly (string | number)[];
}

/** The matches of the rules of a scope in a text. */
export type Find = (searched: Searched, scope: Scope) => readonly Found[];

/** Is told what was found; `found` is not empty. */
export type Observe = (searched: Searched, found: readonly (Found & { rule: ActiveRule })[]) => void;

const NONE: readonly Found[] = [];

/** Finds matches, and tells `observe` of them. */
export function finder(observe: Observe): Find {
  return (searched, { here }) => {
    let found: (Found & { rule: ActiveRule })[] | undefined;
    for (const rule of here) {
      const { numbers, shortest } = rule.matcher;
      if (searched.text.length < shortest || (searched.isNumber && !numbers)) continue;
      for (const { start, end } of rule.matcher.find(searched.text, searched.key))
        (found ??= []).push({ start, end, rule });
    }
    if (!found) return NONE;
    observe(searched, found);
    return found;
  };
}

/** Runs a function for at most so many milliseconds, and returns its result; undefined if it takes longer. */
export type Limited = <Result>(limitMs: number, run: () => Result) => { result: Result } | undefined;

/** For one text, and more for a long call and several patterns: up to four times as much. */
const LIMIT_MS = 250;
const WARY_LIMIT_MS = 25;
const MOST_LIMITS = 4;
const CHARS_PER_MS = 20_000;

/** How many more texts may take how long until none is searched for patterns: for all calls of a request together. */
export interface Patience {
  slowTexts: number;
  limitMs: number;
}

/** For each request; less for patterns that took too long recently, since other requests wait meanwhile. */
export const newPatience = (isWary = false): Patience =>
  isWary ? { slowTexts: 1, limitMs: WARY_LIMIT_MS } : { slowTexts: 2, limitMs: LIMIT_MS };

/** Replaces a text whole. */
const UNCHECKED = { place: -1, replacement: NOT_CHECKED };

/**
 * Repeats `mask`, which searches the same texts each time, until it ends within the time limit; what was found before is
 * not searched again. A text that takes too long by itself, twice, since the process may have been stopped meanwhile, or
 * too much memory, is not checked, and replaced whole. `chars` is the length of all texts, for each pattern.
 */
export function maskWithin<Result>(
  limited: Limited,
  chars: number,
  find: Find,
  patience: Patience,
  mask: (find: Find) => Result,
): Result {
  const known: (readonly Found[] | "unchecked")[] = [];
  const limitMs = Math.min(MOST_LIMITS * patience.limitMs, patience.limitMs + Math.ceil(chars / CHARS_PER_MS));
  const search = (searched: Searched, scope: Scope) => {
    try {
      return find(searched, scope);
    } catch (error) {
      // The pattern needs more memory for this text than it may have.
      if (!(error instanceof RangeError) || !hasPattern(scope)) throw error;
      giveUp(patience);
      return "unchecked";
    }
  };
  let isSecondTry = false;
  for (;;) {
    const before = known.length;
    const isGivenUp = patience.slowTexts === 0;
    let place = -1;
    const run = () =>
      mask((searched, scope) => {
        place += 1;
        const found = known[place] ?? (isGivenUp && hasPattern(scope) ? "unchecked" : search(searched, scope));
        if (place === known.length) known.push(found);
        return found === "unchecked" ? uncheckedOf(searched.text.length) : found;
      });
    const ended = isGivenUp ? { result: run() } : limited(limitMs, run);
    if (ended) return ended.result;
    const isStuck = known.length === before;
    if (isStuck && isSecondTry) {
      giveUp(patience);
      known.push("unchecked");
    }
    isSecondTry = isStuck && !isSecondTry;
  }
}

function giveUp(patience: Patience): void {
  patience.slowTexts = Math.max(0, patience.slowTexts - 1);
}

const hasPattern = ({ here }: Scope) => here.some(({ kind }) => kind === "regex");

const uncheckedOf = (length: number): readonly Found[] =>
  length === 0 ? NONE : [{ start: 0, end: length, rule: UNCHECKED }];
