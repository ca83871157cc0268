// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";

import { box, firstRow, press, pressText, relay, run, sentMessages, show } from "../test-playground";

const table = { project_id: "acme/bot", digest: "abc", count: 3, created_at: "2026-11-20T08:00:00Z" };
const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

beforeAll(() => import("@/components/pickers/table-dialog"));

it("keeps the focus when a table is chosen, removed, and chosen again from the cache", async () => {
  relay({ "/tables/query": { tables: [table] } });
  show({});
  const choose = async () => {
    await pressText("Fill from table");
    await userEvent.selectOptions(await screen.findByLabelText("Tables to show"), "All stored tables");
    await userEvent.click(await screen.findByTitle("abc"));
    await waitFor(() => expect(box("name").value).toBe("Ann"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(focused()).toBe("Change table"));
  };
  await choose();
  await press("Remove table");
  expect(focused()).toBe("Fill from table");
  await choose();
});

it("says that an empty value of a row is sent", async () => {
  const requests = relay();
  show({ row: { ...firstRow, val: '{"name":""}' } });
  expect(box("name").placeholder).toBe("Sent as empty text");
  await run();
  await waitFor(() => expect(sentMessages(requests)).toEqual([[{ role: "user", content: "Hi " }]]));
});

it("restores a typed value that a column replaced, and keeps it without a column", async () => {
  relay();
  show({ row: firstRow, variables: { name: "Zoe" } });
  await userEvent.selectOptions(screen.getByLabelText("Column of name"), "No column");
  expect(box("name").value).toBe("Zoe");
  await userEvent.selectOptions(screen.getByLabelText("Column of name"), "town");
  expect(box("name").value).toBe("Rome");
  expect(await screen.findByText("Column town replaced the typed value of name")).toBeDefined();
  await pressText("Undo");
  expect(box("name").value).toBe("Zoe");
});
