import { expect, test } from "vitest";

import { hasIdForm, idSpellings } from "./id-spellings";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const DASHED = "4bf92f35-77b3-4da6-a3ce-929d0e0e4736";

test.each([
  ["text of no known form", "order 7", ["order 7"]],
  ["the ID of a span", "00f067aa0ba902b7", ["00f067aa0ba902b7"]],
  ["hex in upper case", "00F067AA0BA902B7", ["00F067AA0BA902B7", "00f067aa0ba902b7"]],
  ["hex with a prefix", "0x00f067aa0ba902b7", ["0x00f067aa0ba902b7", "00f067aa0ba902b7"]],
  ["the ID of a trace", TRACE, [TRACE, DASHED]],
  ["a UUID", DASHED.toUpperCase(), [DASHED.toUpperCase(), DASHED, TRACE]],
  ["a traceparent", `00-${TRACE}-00f067aa0ba902b7-01`, ["00f067aa0ba902b7", TRACE]],
])("%s", (_, typed, spellings) => {
  expect(idSpellings(typed)).toEqual(spellings);
});

test.each([
  [TRACE, true],
  [DASHED.toUpperCase(), true],
  ["0x00f067aa0ba902b7", true],
  [`00-${TRACE}-00f067aa0ba902b7-01`, true],
  ["4BfTQ0ZrWmTnSgyw8ryPyYlzoVoL5O5SthZfQjXKgWs", true],
  ["a1b2c3", false],
  ["refund of order 7", false],
  ["", false],
])("%j has the form of an ID: %s", (text, has) => {
  expect(hasIdForm(text)).toBe(has);
});
