import { afterEach, beforeEach, expect, test } from "vitest";
import { useStore } from "@/service/store/testing/test-store";
import { requiredText } from "@/service/store/sql/row";
import { HeldRows } from "./held-rows";

const opened = useStore();
const rowsOf = (isResumed: boolean) =>
  new HeldRows<{ project_id: string; id: string }>({
    table: "claimed_things",
    isOpen: () => "status = 'open'",
    columns: "project_id, id::text",
    read: (row) => ({ project_id: requiredText(row, "project_id"), id: requiredText(row, "id") }),
    leaveAlone: { set: isResumed ? "status = 'paused', note = $4" : "note = $4", isResumed },
  });
