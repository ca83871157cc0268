import { createParser } from "nuqs/server";

import { isRange } from "@/lib/filter/time-span";

/** A relative time range in the address: `24h`, `yesterday`, `yesterday 14:00 to 16:00`. */
export const rangeParam = createParser<string>({
  parse: (text) => (isRange(text) ? text : null),
  serialize: (range) => range,
});
