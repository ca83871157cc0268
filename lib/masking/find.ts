import { NOT_CHECKED } from "@/lib/contract/masking-kinds";
import type { Found } from "./edits";
import { matchesIn, type Span } from "./match";
import type { Patience } from "./patience";
import type { ActiveRule, Scope } from "./rule-set";
import { type SearchedForm, searchedForm } from "./searched-form";

/** A text of a call, and where it is. */
export interface Searched {
  text: string;
  /** The key of the object whose value it is. */
  key: string | undefined;
  isNumber: boolean;
  /** Keys and positions from the field on; only valid during the call. */
  path: readonly (string | number)[];
}

/** Searches a text for one rule, with `search`. */
type SearchRule = (rule: ActiveRule, search: () => readonly Span[]) => readonly Span[];

/** The matches of the rules of a scope in a text; `each` is called for each rule that is searched. */
export type Find = (searched: Searched, scope: Scope, each?: SearchRule) => readonly Found[];

/** Called with the matches of a text; `found` is never empty. */
export type Observe = (searched: Searched, found: readonly (Found & { rule: ActiveRule })[]) => void;

const NONE: readonly Found[] = [];

/** Finds matches, and tells `observe` of them. */
export function finder(observe: Observe): Find {
  return (searched, { here }, each = (_rule, search) => search()) => {
    let found: (Found & { rule: ActiveRule })[] | undefined;
    let form: { is: SearchedForm | undefined } | undefined;
    // Made while the first rule is searched, so that its time counts.
    const search = ({ matcher }: ActiveRule) => {
      form ??= { is: searched.isNumber ? undefined : searchedForm(searched.text) };
      return matchesIn(matcher, searched.text, searched.key, form.is);
    };
    for (const rule of here) {
      const { numbers, shortest } = rule.matcher;
      if (searched.text.length < shortest || (searched.isNumber && !numbers)) continue;
      for (const { start, end } of each(rule, () => search(rule))) (found ??= []).push({ start, end, rule });
    }
    if (!found) return NONE;
    observe(searched, found);
    return found;
  };
}

/** Runs a function for at most so many milliseconds, and returns its result; undefined if it takes longer. */
export type Limited = <Result>(limitMs: number, run: () => Result) => { result: Result } | undefined;

/** Replaces a text whole. */
const UNCHECKED = { place: -1, replacement: NOT_CHECKED };

/** For how long texts are searched in one go. */
const SLICE_MS = 20;

/**
 * Repeats `mask`, which searches the same texts each time, until it ends within the time limit; what was found before is
 * not searched again. It yields between the slices, which are short unless one rule needs more for one text. A text for which one rule takes too long by itself, twice, since the process may have been stopped
 * meanwhile, or too much memory, is not checked, and replaced whole. `chars` is the length of all texts, for each of the
 * `patterns`.
 */
export function* maskWithin<Result>(
  limited: Limited,
  { chars, patterns }: { chars: number; patterns: readonly ActiveRule[] },
  find: Find,
  patience: Patience,
  mask: (find: Find) => Result,
): Generator<void, Result> {
  const search = new Search(find, patience);
  const run = () => mask(search.begin());
  const times = { shorter: patience.limitMs(chars, true), usual: patience.limitMs(chars, false) };
  const isWary = patterns.some((rule) => patience.isWary(rule));
  let stuck = 0;
  let isShort = isWary;
  let isSlice = true;
  for (let isFirst = true; ; isFirst = false) {
    if (!isFirst) yield;
    const before = search.steps;
    const wholeMs = isShort ? times.shorter : times.usual;
    const limitMs = isSlice ? Math.min(SLICE_MS, wholeMs) : wholeMs;
    const ended = patience.isOver ? { result: run() } : limited(limitMs, run);
    if (ended) return ended.result;
    if (search.steps > before) {
      stuck = 0;
      isShort = isWary;
      isSlice = true;
      continue;
    }
    patience.spend(limitMs);
    if (isSlice) {
      isSlice = false;
      continue;
    }
    const { rule } = search;
    // The shorter time is only for rules that took too long before.
    if (isShort && !(rule && patience.isWary(rule))) isShort = false;
    else stuck += 1;
    if (stuck < 2) continue;
    search.giveUp();
    stuck = 0;
    isShort = isWary;
    isSlice = true;
  }
}

/** What is known of the texts that are searched again and again. */
class Search {
  readonly #find: Find;
  readonly #patience: Patience;
  readonly #texts: (readonly Found[] | "unchecked")[] = [];
  /** What was found by the first rules of the text behind these. */
  #begun: { place: number; spans: (readonly Span[])[] } = { place: 0, spans: [] };
  /** The rule being searched; undefined before the first one. */
  rule: ActiveRule | undefined;
  /** How many texts have been searched, and for how many rules. */
  steps = 0;

  constructor(find: Find, patience: Patience) {
    this.#find = find;
    this.#patience = patience;
  }

  /** Begins with the first text again. It may be interrupted anywhere. */
  begin(): Find {
    this.rule = undefined;
    let place = -1;
    return (searched, scope) => {
      place += 1;
      const found = this.#texts[place] ?? this.#search(place, searched, scope);
      if (place === this.#texts.length) {
        this.#texts.push(found);
        this.steps += 1;
      }
      return found === "unchecked" ? uncheckedOf(searched.text.length) : found;
    };
  }

  /** The text that is being searched is not checked. */
  giveUp(): void {
    this.#patience.giveUp(this.rule);
    this.#texts.push("unchecked");
    this.steps += 1;
  }

  #search(place: number, searched: Searched, scope: Scope): readonly Found[] | "unchecked" {
    if (this.#patience.isGivenUp(scope)) return "unchecked";
    if (this.#begun.place !== place) this.#begun = { place, spans: [] };
    const { spans } = this.#begun;
    let turn = -1;
    try {
      return this.#find(searched, scope, (rule, search) => {
        turn += 1;
        const known = spans[turn];
        if (known) return known;
        this.rule = rule;
        const found = search();
        spans[turn] = found;
        this.steps += 1;
        return found;
      });
    } catch (error) {
      // The rule needs more memory for this text than it may have.
      if (!(error instanceof RangeError) || !this.rule) throw error;
      this.#patience.giveUp(this.rule);
      return "unchecked";
    }
  }
}

const uncheckedOf = (length: number): readonly Found[] =>
  length === 0 ? NONE : [{ start: 0, end: length, rule: UNCHECKED }];
