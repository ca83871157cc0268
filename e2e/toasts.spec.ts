import type { Page } from "@playwright/test";
import { toJsonText } from "@/lib/json/text";
import { seedQueue } from "./loupe/seed-queue";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { expect, test } from "./loupe/test";

/** Pages whose next press is at an edge: save bars, forms, dialogs, sheets, the end of a list. */
const PLACES: { path: string; open?: (page: Page) => Promise<void> }[] = [
  { path: "calls/one" },
  { path: "calls", open: (page) => page.keyboard.press("Control+k") },
  { path: "objects/ask/v1?edit=true" },
  { path: "costs?own=true", open: (page) => page.getByRole("button", { name: "Add price" }).first().click() },
  { path: "feedback/queues/shared" },
  { path: "playground" },
  { path: "alerts", open: (page) => page.getByRole("button", { name: "New alert" }).first().click() },
  { path: "scorers/new" },
];

for (const [width, height] of [
  [1440, 900],
  [768, 900],
  [390, 844],
] as const)
  test(`at ${width} px an offer to undo covers nothing that can be pressed${width === 768 ? " @all" : ""}`, async ({
    page,
    service,
    project,
  }) => {
    await sendCalls(service, project, [{ id: "one", op_name: "one", ended_at: ENDED }]);
    await service.request("objCreate", {
      obj: {
        project_id: project,
        object_id: "ask",
        val: toJsonText({
          _type: "Prompt",
          _class_name: "MessagesPrompt",
          _bases: ["Prompt", "Object", "BaseModel"],
          messages: [{ role: "user", content: "Where is {parcel}?" }],
        }),
      },
    });
    await seedQueue(service, project, { callIds: ["one"] });
    await page.setViewportSize({ width, height });
    for (const { path, open } of PLACES) {
      await page.goto(`/${project}/${path}`);
      await offerUndo(page);
      await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
      await open?.(page);
      await expect.poll(() => coveredControls(page), { message: path, timeout: 5_000 }).toEqual([]);
    }
  });

/** Offers to undo something, as each change of a page does. */
async function offerUndo(page: Page): Promise<void> {
  await page.evaluate(() => {
    const until = Date.now() + 60_000;
    const offer = { id: "1", title: "Removed 👍", requests: [], refreshes: [], until };
    localStorage.setItem("loupe.undos", JSON.stringify([offer]));
    window.dispatchEvent(new StorageEvent("storage", { key: "loupe.undos" }));
  });
}

/** Names of what would be pressed at its center, were there no toast. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = document.querySelector("[aria-label^=Notifications]");
    const controls = document.querySelectorAll("button, a[href], input, select, textarea, [role=menuitem], [role=tab]");
    return [...controls]
      .filter((control) => !toasts?.contains(control) && !control.closest("[role=row], [role=tree]"))
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const hits = document.elementsFromPoint(left + width / 2, top + height / 2);
        const [first, below] = [hits[0], hits.find((hit) => !toasts?.contains(hit))];
        return first && below && toasts?.contains(first) && (control.contains(below) || below.contains(control));
      })
      .map((control) => control.getAttribute("aria-label") ?? control.textContent);
  });
}
