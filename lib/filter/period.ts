const PERIODS = ["today", "yesterday", "this-week", "last-week", "this-month", "last-month"] as const;
export type Period = (typeof PERIODS)[number];

/** The periods that a filter can name, as words without space. */
export const PERIOD_WORDS: readonly string[] = PERIODS;

/** An amount of time before now: a number and its unit. */
export const AGO = /^(\d{1,6}(?:\.\d{1,3})?)([mhdw])$/;

/** The word of a period, as in `this week` or `this-week`; undefined for any other text. */
export function readPeriod(text: string): Period | undefined {
  const word = text.toLowerCase().replaceAll(" ", "-");
  return PERIODS.find((known) => known === word);
}

/** Whether a text is a time before now, such as `2h`. */
export function isAgo(text: string): boolean {
  return AGO.test(text);
}
