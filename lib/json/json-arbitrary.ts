import fc from "fast-check";

const space = fc.constantFrom("", "", " ", "\n", "\r", "\t", "\r\n  ");
const number = fc.oneof(
  fc.constantFrom("0", "-0", "1.0", "1", "12345678901234567890", "1e200000", "-1.50E-7", "0.1e+2"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);
const character = fc.oneof(
  fc.string({ unit: "binary", maxLength: 4 }).map((text) => JSON.stringify(text).slice(1, -1)),
  fc.constantFrom("\\u0041", "\\u0000", "\\ud800", "\\udc00", "\\ud83d\\ude00", "\\/", "\\\\", '\\"', "中", "😀"),
);
const string = fc.array(character, { maxLength: 6 }).map((pieces) => `"${pieces.join("")}"`);
const key = fc.oneof(fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', '"1"', '""'), string);

const { value } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("true", "false", "null"),
    number,
    string,
    tie("array"),
    tie("object"),
  ),
  array: fc
    .array(fc.tuple(space, tie("value"), space), { maxLength: 5 })
    .map((items) => `[${items.map((item) => item.join("")).join(",")}]`),
  object: fc
    .array(fc.tuple(space, key, space, fc.constant(":"), space, tie("value"), space), { maxLength: 5 })
    .map((members) => `{${members.map((member) => member.join("")).join(",")}}`),
}));

/** Texts of one JSON value in every form that the grammar allows, including duplicate keys. */
export const jsonTextArbitrary = value;
