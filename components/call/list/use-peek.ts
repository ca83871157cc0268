"use client";

import { useQueryState } from "nuqs";
import { parseAsString } from "nuqs/server";

import type { Peek } from "@/components/data-table/data-table";

/** The call previewed beside the list, kept in the URL. */
export function usePeek(): Peek {
  const [id, setId] = useQueryState("peek", parseAsString);
  return { id, onChange: (next) => void setId(next) };
}
