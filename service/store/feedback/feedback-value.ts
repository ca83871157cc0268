import { VALUE_PLACES } from "@/lib/contract/feedback-field";

const VALUE_CHARS = 100;

const said = (fields: readonly string[]) =>
  `coalesce(${fields.map((field) => `json.payload -> '${field}'`).join(", ")})`;

/** The value of a record, if it is one that is counted. */
const SAID = `case ${VALUE_PLACES.map(
  ({ types, fields, isOwn }) => `when f.feedback_type ~ '${types}' then ${isOwn ? "null" : said(fields)}`,
).join(" ")} end`;

/** JSON allows numbers beyond any double; a sum of any number of values up to this one is still a double. */
const LARGEST = "1e290";

/**
 * Joins each record `f` with its value as `scalar`: `value`, the first characters of a string, number or boolean, and
 * `number` or `is_true`, if it is one. `said` is the value as jsonb, by default that of the record's type in `json.payload`.
 */
export const joinValue = (said = SAID) => `
  cross join lateral (select loupe_jsonb(f.payload) as payload) json
  cross join lateral (select ${said} as said) said
  cross join lateral (select
    case when jsonb_typeof(said) in ('string', 'number', 'boolean')
      then left((said #>> '{}') collate "C", ${VALUE_CHARS}) end as value,
    case when jsonb_typeof(said) = 'number'
      then least(greatest(loupe_number(said), -${LARGEST}), ${LARGEST}) end as number,
    case when jsonb_typeof(said) = 'boolean' then said = 'true'::jsonb end as is_true) scalar`;

/** The value of a record as `joinValue` writes it, to be compared with. */
export const comparedValue = (value: string): string => Array.from(value).slice(0, VALUE_CHARS).join("");
