"use client";

import { useQueryStates } from "nuqs";
import { createParser } from "nuqs/server";
import { useCallback, useMemo } from "react";

import { isRange, type TimeSpan } from "@/lib/filter/time-span";

import { instantParam } from "./url-params";

const ALL = "all";

/** The range in the address; a week unless it says otherwise. */
const periodParam = createParser<string>({
  parse: (text) => (text === ALL || isRange(text) ? text : null),
  serialize: (range) => range,
}).withDefault("7d");

const params = { from: instantParam, to: instantParam, range: periodParam };

/** The time range of a page's charts, kept in the URL; `urlKeys` renames its parameters where the page has others. */
export function usePeriod(
  urlKeys?: Partial<Record<keyof typeof params, string>>,
): [TimeSpan, (period: TimeSpan) => void] {
  const [{ from, to, range }, setValues] = useQueryStates(params, { urlKeys });
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
