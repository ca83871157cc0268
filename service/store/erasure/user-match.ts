import { callRef } from "@/lib/contract/refs";

/** Names of fields that say who a call was made for, such as `user.id`, `enduser.id`, `user_api_key_user_id`, `userId`. */
const USER_FIELD = '"(^|[^a-z])(end[-._]?)?user([-._]?id)?$" flag "i"';
const IS_USER = (value: string) => `(${value} == $id || ${value} == $number)`;

/** A member of that name anywhere in a JSON value, or an attribute as OTLP writes them, with the key and the value apart. */
const CARRIES = [
  `$.** ? (@.type() == "object").keyvalue() ? (@.key like_regex ${USER_FIELD} && (${IS_USER("@.value")} || ${IS_USER("@.value.id")}))`,
  `$.** ? (@.type() == "object" && @.key like_regex ${USER_FIELD} && (${IS_USER("@.value")} || ${IS_USER("@.value.stringValue")} || ${IS_USER("@.value.intValue")}))`,
];

/** How the id of a user is found in what is stored. */
export class UserMatch {
  readonly id: string;
  /** The id as it is, as JSON writes it with and without other characters than those of ASCII, and in a ref. */
  readonly forms: readonly string[];
  /** For `~*`: the id as a whole, not as a part of a longer word. */
  readonly mention: string;
  /** JSON: the variables of `carries`. */
  readonly variables: string;

  constructor(id: string) {
    const json = JSON.stringify(id).slice(1, -1);
    const ascii = json.replaceAll(/[^ -~]/gu, (char) =>
      [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
    );
    const ref = callRef("e/p", id).slice(callRef("e/p", "").length);
    this.id = id;
    this.forms = [...new Set([id, json, ascii, ref])];
    const any = this.forms.map((form) => form.replaceAll(/[^\p{L}\p{N}_ ]/gu, String.raw`\$&`)).join("|");
    // The letter of an escape of JSON, such as that of a line break, is not a part of the word after it.
    this.mention = String.raw`(^|[^[:alnum:]]|\\[bfnrt]|\\u[0-9a-fA-F]{4})(${any})($|[^[:alnum:]])`;
    const number = Number(id);
    this.variables = JSON.stringify({ id, number: Number.isFinite(number) && String(number) === id ? number : id });
  }

  /** A text in which the id is replaced. */
  hide(text: string): string {
    return this.forms.reduce((hidden, form) => hidden.replaceAll(form, "[user ID]"), text);
  }
}

/** The condition that a JSON text says that something was made for the user; `forms` and `variables` are placeholders. */
export function carries(json: string, forms: string, variables: string): string {
  const paths = CARRIES.map(
    (path) => `jsonb_path_exists(loupe_jsonb(${json}), '${path}'::jsonpath, ${variables}::jsonb, true)`,
  );
  // Only few texts contain the id, and only those are parsed.
  return `(case when ${mentions(json, forms)} then coalesce(${paths.join(" or ")}, false) else false end)`;
}

/** The condition that a text contains one of the forms of the id. */
const mentions = (text: string, forms: string) =>
  `exists (select from unnest(${forms}::text[]) as forms (form) where position(form in ${text}) > 0)`;
