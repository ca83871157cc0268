"use client";

import { useQueryStates } from "nuqs";
import { createParser } from "nuqs/server";
import { useCallback, useMemo } from "react";

import { instantParam } from "@/components/data-table/url-params";
import { isRange, type TimeSpan } from "@/lib/filter/time-span";

const ALL = "all";

/** The range in the address; a week unless it says otherwise. */
const periodParam = createParser<string>({
  parse: (text) => (text === ALL || isRange(text) ? text : null),
  serialize: (range) => range,
}).withDefault("7d");

/** The time range of all charts of a dashboard, kept in the URL. */
export function usePeriod(): [TimeSpan, (period: TimeSpan) => void] {
  const [{ from, to, range }, setValues] = useQueryStates({ from: instantParam, to: instantParam, range: periodParam });
  const period = useMemo(
    (): TimeSpan => ({ from, to, range: from !== null || to !== null || range === ALL ? null : range }),
    [from, to, range],
  );
  const change = useCallback(
    ({ range: next, from: start, to: end }: TimeSpan) => {
      const isAll = next === null && start === null && end === null;
      void setValues({ from: start, to: end, range: isAll ? ALL : next }, { history: "push" });
    },
    [setValues],
  );
  return [period, change];
}
