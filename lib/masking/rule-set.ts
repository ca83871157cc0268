import {
  type MaskedField,
  MASKED_FIELDS,
  type MaskingKind,
  READY_REPLACEMENTS,
  REGEX_REPLACEMENT,
} from "@/lib/contract/masking-kinds";
import { isEnabled, type MaskingRule } from "@/lib/contract/masking";
import { apiKeyMatcher } from "./api-key";
import { cardMatcher } from "./card";
import { emailMatcher } from "./email";
import { ibanMatcher } from "./iban";
import type { Matcher } from "./match";
import { patternOf, regexMatcher } from "./regex";

/** A rule that can be applied. */
export interface ActiveRule {
  /** Its position among all rules: of two that match the same text, the first decides. */
  place: number;
  kind: MaskingKind;
  replacement: string;
  matcher: Matcher;
}

/** The rules that apply at a position of a call, and those that apply further below. */
export interface Scope {
  here: readonly ActiveRule[];
  below: readonly { rule: ActiveRule; path: string }[];
}

/** The rules of a project, prepared for each field; `patterns`: those whose time must be limited. */
export interface RuleSet {
  scopeOf(field: MaskedField): Scope;
  /** All rules, wherever they apply. */
  everywhere: Scope;
  patterns: readonly ActiveRule[];
}

const READY_MATCHERS = { email: emailMatcher, card: cardMatcher, iban: ibanMatcher, api_key: apiKeyMatcher };

/** What replaces the matches of a rule. */
export function replacementOf(rule: MaskingRule): string {
  return rule.replacement ?? (rule.kind === "regex" ? REGEX_REPLACEMENT : READY_REPLACEMENTS[rule.kind]);
}

/** What finds the matches of a rule. Throws `SyntaxError` for an invalid pattern. */
export function matcherOf(rule: MaskingRule): Matcher {
  return rule.kind === "regex"
    ? regexMatcher(patternOf(rule.pattern, rule.ignore_case === true))
    : READY_MATCHERS[rule.kind];
}

/** The enabled rules; undefined if there are none. Throws `SyntaxError` for an invalid pattern. */
export function ruleSetOf(rules: readonly MaskingRule[]): RuleSet | undefined {
  const enabled = rules.flatMap((rule, place) => (isEnabled(rule) ? { place, rule } : []));
  if (enabled.length === 0) return undefined;
  const active = enabled.map(({ place, rule }) => ({
    paths: pathsOf(rule),
    rule: { place, kind: rule.kind, replacement: replacementOf(rule), matcher: matcherOf(rule) },
  }));
  const root: Scope = {
    here: active.flatMap(({ paths, rule }) => (paths === undefined ? rule : [])),
    below: active.flatMap(({ paths, rule }) => (paths ?? []).map((path) => ({ rule, path }))),
  };
  const scopes = new Map(MASKED_FIELDS.map((field) => [field, scopeBelow(root, field)]));
  return {
    scopeOf: (field) => scopes.get(field) ?? NO_SCOPE,
    everywhere: { here: active.map(({ rule }) => rule), below: [] },
    patterns: active.flatMap(({ rule }) => (rule.kind === "regex" ? rule : [])),
  };
}

const NO_SCOPE: Scope = { here: [], below: [] };

/** The rules of a member of an object; keys may have dots, as paths have between keys. */
export function scopeBelow(scope: Scope, key: string): Scope {
  if (scope.below.length === 0) return scope;
  const here = [...scope.here];
  const below: { rule: ActiveRule; path: string }[] = [];
  for (const { rule, path } of scope.below) {
    if (path === key) here.push(rule);
    else if (path.startsWith(`${key}.`)) below.push({ rule, path: path.slice(key.length + 1) });
  }
  const distinct = new Set(here);
  return {
    here: [...distinct].toSorted((a, b) => a.place - b.place),
    below: below.filter(({ rule }) => !distinct.has(rule)),
  };
}

/** Whether nothing is to be masked here or further below. */
export const isEmpty = ({ here, below }: Scope) => here.length === 0 && below.length === 0;

/**
 * The raw span has what the other fields of its call were read from, and the attributes repeat the user. Undefined for a
 * rule that applies everywhere.
 */
function pathsOf({ paths }: MaskingRule): string[] | undefined {
  if (!paths || paths.length === 0) return undefined;
  const readFromSpan = paths.some((path) => !/^(?:attributes|feedback)(?:\.|$)/.test(path));
  return [
    ...paths,
    ...(readFromSpan ? ["attributes.otel"] : []),
    ...(paths.includes("user_id") ? ["attributes.user_id"] : []),
  ];
}
