// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";

import { ScreenLinks } from "./screen-links";

const links = (group: string) => within(screen.getByRole("list", { name: group })).getAllByRole("link");
const names = (group: string) => links(group).map(({ textContent }) => textContent);

it("groups the screens of a project by what people come for, after its home", () => {
  renderPage(<ScreenLinks projectId="acme/bot" place="sheet" />);
  const [home] = screen.getAllByRole("link");
  expect(home).toHaveProperty("pathname", "/acme/bot");
  expect(names("Observe")).toEqual(["Traces", "Threads", "Costs", "Dashboards", "Alerts"]);
  expect(links("Review").map((link) => link.getAttribute("href"))).toEqual([
    "/acme/bot/feedback",
    "/acme/bot/feedback/queues",
  ]);
});

it("marks one screen as open, the one with the longest address", () => {
  renderPage(<ScreenLinks projectId="acme/bot" place="sheet" />, { pathname: "/acme/bot/feedback/queues/new" });
  const open = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(open.map(({ textContent }) => textContent)).toEqual(["Queues"]);
});

it("folds a group to the open screen, and keeps it folded", async () => {
  const page = { pathname: "/acme/bot/feedback/queues" };
  const { unmount } = renderPage(<ScreenLinks projectId="acme/bot" place="sheet" />, page);
  await userEvent.click(screen.getByRole("button", { name: "Review" }));
  await userEvent.click(screen.getByRole("button", { name: "Improve" }));
  unmount();
  renderPage(<ScreenLinks projectId="acme/bot" place="sheet" />, page);
  expect(screen.getByRole("button", { name: "Review" }).ariaExpanded).toBe("false");
  const shown = (group: string) => links(group).filter((link) => !link.closest("li")?.classList.contains("hidden"));
  expect(shown("Review").map(({ textContent }) => textContent)).toEqual(["Queues"]);
  expect(shown("Improve")).toEqual([]);
  expect(shown("Observe")).toHaveLength(5);
});
