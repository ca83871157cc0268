const PERIODS = ["today", "yesterday", "this-week", "last-week", "this-month", "last-month"] as const;
export type Period = (typeof PERIODS)[number];

/** The periods that a filter can name, as words without space. */
export const PERIOD_WORDS: readonly string[] = PERIODS;

/** An amount of time before now: a number and its unit. */
export const AGO = /^(\d{1,6}(?:\.\d{1,3})?)([mhdw])$/;

/** The word of a period, as in `this week`, `this-week` or `this_week`; undefined for any other text. */
export function readPeriod(text: string): Period | undefined {
  const word = text.toLowerCase().replaceAll(/[ _]/g, "-");
  return PERIODS.find((known) => known === word);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day that exists, such as `2026-11-20`. */
export function isDay(text: string): boolean {
  const start = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return start !== undefined && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text);
}

/** Whether a text is a time before now, such as `2h`. */
export function isAgo(text: string): boolean {
  return AGO.test(text);
}
