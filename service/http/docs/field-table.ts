import { html } from "hono/html";
import { type Html, prose, typeText } from "./prose";
import { type Field, type JsonSchema, fieldsOf, typeOf } from "./schema-fields";

/** The fields of a schema as a table, or its type if it has none. `sent` marks required fields. */
export function fieldTable(schema: JsonSchema, direction: "sent" | "answered"): Html {
  const fields = fieldsOf(schema);
  if (fields.length === 0)
    return html`<p class="type">
      ${schema.type === "object" ? "An object without fields" : typeText(typeOf(schema))}
    </p>`;
  return html`<table class="fields">
    <thead>
      <tr>
        <th scope="col">field</th>
        <th scope="col">type</th>
        <th scope="col">notes</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map((field) => row(field, direction))}
    </tbody>
  </table>`;
}

function row({ path, type, isRequired, defaultValue, notes }: Field, direction: "sent" | "answered"): Html {
  const mark = direction === "sent" ? isRequired && html`<b>required</b>` : !isRequired && html`<i>optional</i>`;
  return html`<tr>
    <td><code>${path}</code></td>
    <td class="type">${typeText(type)}</td>
    <td>
      ${mark} ${defaultValue !== undefined && html`<span>default <code>${defaultValue}</code></span>`}
      ${notes.map((note) => html`<span>${prose(note)}</span>`)}
    </td>
  </tr>`;
}
