import { expect, test } from "vitest";
import { parseFilter } from "@/lib/filter/parse-filter";
import { JsonText, toJsonText } from "@/lib/json/text";
import { readDashboard } from "./read-dashboard";
import { TEMPLATES } from "./templates";

test.each(TEMPLATES)("the template $name can be stored and read again, and its filters are valid", (template) => {
  expect(readDashboard(toJsonText(template))).toEqual({ value: JSON.parse(JSON.stringify(template)) });
  for (const { filter } of template.charts) expect(() => parseFilter(filter)).not.toThrow();
});

const CHART = '"title":"Calls","metric":{"measure":"calls"},"look":"bars"';

test("what is not known of a dashboard is ignored, and what may be absent has defaults", () => {
  const read = readDashboard(new JsonText(`{"_type":"Dashboard","name":"A","charts":[{${CHART},"later":1}]}`));
  expect(read).toMatchObject({ value: { name: "A", charts: [{ filter: "", width: 1 }] } });
});

test.each([
  ["[]", /^value: /],
  ['{"name":"A"}', /^charts: /],
  ['{"name":" ","charts":[]}', /^name: must not be empty$/],
  [`{"name":"A","charts":[{${CHART}},{${CHART.replace("bars", "pie")}}]}`, /^charts\[1\]\.look: /],
  [`{"name":"A","charts":[{${CHART},"width":9}]}`, /^charts\[0\]\.width: /],
  [`{"name":"A","charts":[{${CHART.replace('"calls"', '"magic"')}}]}`, /^charts\[0\]\.metric\.measure: /],
  [
    `{"name":"A","charts":[{${CHART.replace('"calls"', '"calls","group_by":["feedback_type"]')}}]}`,
    /^charts\[0\]\.metric\.group_by: feedback_type requires/,
  ],
])("what is wrong with %s is said where it is", (val, problem) => {
  expect(readDashboard(new JsonText(val))).toEqual({ problem: expect.stringMatching(problem) });
});
