import { expect, it } from "vitest";
import { columnOfVariable, expectedColumn, withParents } from "./match-columns";

it.each([
  ["question", ["Question", "question"], "question"],
  ["question", ["id", "Question"], "Question"],
  ["order.id", ["order.id"], "order.id"],
  ["question", ["id"], undefined],
])("finds the column of the variable %s in %j", (variable, columns, found) => {
  expect(columnOfVariable(variable, columns)).toBe(found);
});

it.each([
  [["question", "answer", "expected"], [], "expected"],
  [["question", "answer"], [], "answer"],
  [["question", "meta.Label"], [], "meta.Label"],
  // A column that is sent to the model is not what it is expected to say.
  [["answer", "label"], ["answer"], "label"],
  [["question", "id"], [], undefined],
])("finds the expected answers among %j without %j", (columns, used, found) => {
  expect(expectedColumn(columns, used)).toBe(found);
});

it("lists objects before their members", () => {
  expect(withParents(["", "id", "meta.city", "meta.zip"])).toEqual(["id", "meta", "meta.city", "meta.zip"]);
});
