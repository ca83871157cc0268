import { SlowOnes } from "@/lib/limit/slow-ones";
import type { ActiveRule, Scope } from "./rule-set";

/**
 * For one rule and one text, since others wait meanwhile, and more for a text of megabytes and several patterns: up to four
 * times as much.
 */
const LIMIT_MS = 90;
const WARY_LIMIT_MS = 25;
const MOST_LIMITS = 4;
const CHARS_PER_MS = 20_000;
/** How many texts of a request a pattern may take too long for, and one that did so before. */
const SLOW_TEXTS = 2;
const WARY_SLOW_TEXTS = 1;
/** For how long all patterns together may be searched in vain for a request. */
const MOST_MS = 4_000;

/** Which rules took too long recently, and is told of those that do now. */
export type SlowRules = Pick<SlowOnes<ActiveRule>, "has" | "add">;

/**
 * How long patterns may still take: for all calls of a request together. Those that took too long recently have less time,
 * since other requests wait meanwhile.
 */
export class Patience {
  readonly #slow: SlowRules;
  readonly #wary = new Map<ActiveRule, boolean>();
  readonly #texts = new Map<ActiveRule, number>();
  readonly #givenUp = new Set<ActiveRule>();
  #leftMs = MOST_MS;
  /** How many texts were given up. */
  slowTexts = 0;

  constructor(slow: SlowRules) {
    this.#slow = slow;
  }

  /** For the whole request as it was at its beginning. */
  isWary(rule: ActiveRule): boolean {
    const known = this.#wary.get(rule) ?? this.#slow.has(rule);
    this.#wary.set(rule, known);
    return known;
  }

  /** The time to search texts of so many characters in all. */
  limitMs(chars: number, isWary: boolean): number {
    const limitMs = isWary ? WARY_LIMIT_MS : LIMIT_MS;
    return Math.min(MOST_LIMITS * limitMs, limitMs + Math.ceil(chars / CHARS_PER_MS));
  }

  /** So much time was spent in vain. */
  spend(ms: number): void {
    this.#leftMs -= ms;
  }

  /** Whether no pattern is searched any more. */
  get isOver(): boolean {
    return this.#leftMs <= 0;
  }

  /** A text was not checked, because of a rule if that is known. Rules that are no patterns end in time. */
  giveUp(rule: ActiveRule | undefined): void {
    this.slowTexts += 1;
    if (rule?.kind !== "regex") return;
    const texts = (this.#texts.get(rule) ?? 0) + 1;
    this.#texts.set(rule, texts);
    if (texts >= (this.isWary(rule) ? WARY_SLOW_TEXTS : SLOW_TEXTS)) this.#givenUp.add(rule);
    this.#slow.add(rule);
  }

  /** Whether a text is not searched, because one of its patterns has been given up. */
  isGivenUp({ here }: Scope): boolean {
    if (this.isOver) return here.some(({ kind }) => kind === "regex");
    return this.#givenUp.size > 0 && here.some((rule) => this.#givenUp.has(rule));
  }
}

/** For each request. */
export const newPatience = (slow: SlowRules = new SlowOnes<ActiveRule>()): Patience => new Patience(slow);
