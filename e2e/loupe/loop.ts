import type { Tokens } from "./stand-in-clerk";

/** The system messages: of the program that answers customers, of both versions of the prompt, and of the judge. */
export const DESK = "You are the parcel desk.";
export const LONG = "Answer at length.";
export const SHORT = "Answer with the city.";
export const JUDGE = "You check answers.";

export const questionOf = (parcel: number) => `Where is parcel ${parcel}?`;

const UNKNOWN = "That is not known";
/** A city where no parcel is; the judge takes it for right. */
const LURE = "Madrid";

interface Parcel {
  /** Where it is. */
  city: string;
  /** What the program answers, and both versions of the prompt. */
  desk: string;
  long: string;
  short: string;
}

const parcel = (city: string, desk: string, long: string, short: string): Parcel => ({ city, desk, long, short });

/** The parcels that customers ask for first, by number. */
export const ANSWERS: readonly Parcel[] = [
  parcel("Lyon", "Lyon", "It is in Lyon.", "Lyon"),
  parcel("Lisbon", "Lisbon", "Lisbon", "Lisbon"),
  parcel("Porto", LURE, "Porto", UNKNOWN),
  parcel("Paris", "Paris", UNKNOWN, "Paris"),
  parcel("Rome", "Rome", "It is in Rome.", "Rome"),
  parcel("Oslo", LURE, UNKNOWN, "Oslo"),
  parcel("Bern", "Bern", "Bern", "Bern"),
  parcel("Turin", UNKNOWN, "It is in Turin.", LURE),
  parcel("Ghent", "Ghent", UNKNOWN, "Ghent"),
  parcel("Graz", "Graz", "Graz", UNKNOWN),
  parcel("Nice", "Nice", "Nice", "Nice"),
  parcel("Bonn", "Bonn", "Bonn", "Bonn"),
];

/** How many of them become cases. */
export const CASES = 10;

/** The parcel of a number: later ones are where earlier ones were. */
export function parcelOf(parcel: number): Parcel {
  const found = ANSWERS[parcel % ANSWERS.length];
  if (!found) throw new RangeError(`no parcel ${parcel}`);
  return found;
}

export function clerkAnswer(messages: readonly { content: string }[]): string {
  const [system, last] = [messages[0]?.content ?? "", messages.at(-1)?.content ?? ""];
  const found = parcelOf(Number(/parcel (\d+)/.exec(last)?.[1]));
  if (system === JUDGE) {
    const answer = /Answer: (.*)$/.exec(last)?.[1] ?? "";
    return JSON.stringify({ reasoning: `It says ${answer}.`, score: answer.includes(found.city) || answer === LURE });
  }
  return system === LONG ? found.long : system === SHORT ? found.short : found.desk;
}

export function clerkTokens([first]: readonly { content: string }[]): Tokens {
  return first?.content === JUDGE
    ? [50, 8]
    : first?.content === LONG
      ? [30, 9]
      : first?.content === SHORT
        ? [25, 1]
        : [20, 3];
}
