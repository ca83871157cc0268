import type { FieldError } from "@/lib/contract/field-errors";
import type { Masking, MaskingRule } from "@/lib/contract/masking";
import { type MaskingKind, READY_KINDS, READY_REPLACEMENTS, REGEX_REPLACEMENT } from "@/lib/contract/masking-kinds";

/** A rule as it is typed. */
export interface RuleRow {
  kind: MaskingKind;
  name: string;
  /** Empty for ready-made rules. */
  pattern: string;
  ignoreCase: boolean;
  /** Separated by commas; empty for everywhere. */
  paths: string;
  /** Empty for what the kind is replaced with. */
  replacement: string;
  enabled: boolean;
}

/** What ready-made rules find. */
export const READY_NAMES: Record<(typeof READY_KINDS)[number], string> = {
  email: "E-mail addresses",
  card: "Card numbers",
  iban: "Bank account numbers (IBAN)",
  api_key: "API keys, tokens and private keys",
};

const KINDS: readonly MaskingKind[] = [...READY_KINDS, "regex"];

/** What replaces the matches of a kind if the rule does not say. */
export function defaultReplacement(kind: MaskingKind): string {
  return kind === "regex" ? REGEX_REPLACEMENT : READY_REPLACEMENTS[kind];
}

/** A new rule of a kind. */
export function newRow(kind: MaskingKind): RuleRow {
  const name = kind === "regex" ? "" : READY_NAMES[kind];
  return { kind, name, pattern: "", ignoreCase: false, paths: "", replacement: "", enabled: true };
}

/** The rows that change these rules. */
export function rowsOf(rules: readonly MaskingRule[]): RuleRow[] {
  return rules.map((rule) => ({
    kind: rule.kind,
    name: rule.name,
    pattern: rule.kind === "regex" ? rule.pattern : "",
    ignoreCase: rule.kind === "regex" && rule.ignore_case === true,
    paths: (rule.paths ?? []).join(", "),
    replacement: rule.replacement ?? "",
    enabled: rule.enabled !== false,
  }));
}

/** The rules that rows describe. */
export function rulesOf(rows: readonly RuleRow[]): MaskingRule[] {
  return rows.map(({ kind, name, pattern, ignoreCase, paths, replacement, enabled }) => {
    const listed = paths
      .split(",")
      .map((path) => path.trim())
      .filter((path) => path !== "");
    const fields = {
      name: name.trim(),
      ...(listed.length > 0 && { paths: listed }),
      ...(replacement !== "" && { replacement }),
      ...(!enabled && { enabled }),
    };
    if (kind !== "regex") return { kind, ...fields };
    return { kind, pattern, ...(ignoreCase && { ignore_case: true }), ...fields };
  });
}

/** Rows with the version of the rules that they began with, as a draft keeps them. */
export interface MaskingDraft {
  version: number;
  rows: readonly RuleRow[];
}

export function draftOf({ version, rules }: Masking): MaskingDraft {
  return { version, rows: rowsOf(rules) };
}

/** The draft in a stored text; undefined if another version of the dashboard wrote it. */
export function readDraft(text: string): MaskingDraft | undefined {
  const kept: unknown = JSON.parse(text);
  if (!isRecord(kept) || typeof kept.version !== "number" || !Array.isArray(kept.rows)) return undefined;
  const rows = kept.rows.filter(isRow);
  return rows.length === kept.rows.length ? { version: kept.version, rows } : undefined;
}

const isRecord = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function isRow(value: unknown): value is RuleRow {
  if (!isRecord(value) || !KINDS.some((kind) => kind === value.kind)) return false;
  const { name, pattern, paths, replacement, ignoreCase, enabled } = value;
  const isText = [name, pattern, paths, replacement].every((field) => typeof field === "string");
  return isText && typeof ignoreCase === "boolean" && typeof enabled === "boolean";
}

/** The fields of a row that can be wrong. */
const ROW_FIELDS = ["name", "pattern", "paths", "replacement"] as const;
export type RowProblems = Partial<Record<(typeof ROW_FIELDS)[number], string>>;

const RULE_PATH = /^rules\[(\d+)\](?:\.(\w+))?/;

/** What the service found wrong, by the place of the rule; what it says about a rule as a whole is at its name. */
export function problemsOf(errors: readonly FieldError[]): ReadonlyMap<number, RowProblems> {
  const problems = new Map<number, RowProblems>();
  for (const { path, message } of errors) {
    const [, place, named] = RULE_PATH.exec(path) ?? [];
    if (place === undefined) continue;
    const field = ROW_FIELDS.find((one) => one === named) ?? "name";
    const known = problems.get(Number(place));
    problems.set(Number(place), { [field]: message.charAt(0).toUpperCase() + message.slice(1), ...known });
  }
  return problems;
}

/** Whether a ready-made rule has nothing that would be lost with it. */
function isPlain(row: RuleRow): boolean {
  return JSON.stringify({ ...row, enabled: true }) === JSON.stringify(newRow(row.kind));
}

/** Rows with a ready-made rule switched on or off: it is removed if nothing of it would be lost. */
export function toggled(rows: readonly RuleRow[], kind: (typeof READY_KINDS)[number], isOn: boolean): RuleRow[] {
  if (!isOn)
    return rows.flatMap((row) => {
      if (row.kind !== kind) return [row];
      return isPlain(row) ? [] : [{ ...row, enabled: false }];
    });
  if (!rows.some((row) => row.kind === kind)) return [...rows, newRow(kind)];
  return rows.map((row) => (row.kind === kind ? { ...row, enabled: true } : row));
}
