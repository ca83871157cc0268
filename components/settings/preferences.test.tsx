// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ThemeProvider } from "next-themes";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";

import { Preferences } from "./preferences";

const zone = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const note = () => document.getElementById(zone().getAttribute("aria-describedby") ?? "")?.textContent;

function show(): void {
  renderPage(
    <ThemeProvider attribute="class">
      <Preferences />
    </ThemeProvider>,
  );
}

it("uses the time zone that is typed, however it is spelt", async () => {
  show();
  await userEvent.clear(zone());
  await userEvent.type(zone(), " asia/tokyo {Enter}");
  expect(zone().value).toBe("Asia/Tokyo");
  expect(note()).toMatch(/^Now: .*UTC\+09:00$/);
});

it("shows what it expects when there is no such zone, and keeps the one in use", async () => {
  show();
  await userEvent.click(button("Use UTC"));
  await userEvent.clear(zone());
  await userEvent.type(zone(), "Europe/Nowhere");
  expect(note()).toBe("Enter a time zone, such as Europe/Berlin");
  expect(zone().getAttribute("aria-invalid")).toBe("true");
  expect(button("Save time zone").disabled).toBe(true);
  await userEvent.type(zone(), "{Enter}");
  expect(button("Use UTC").disabled).toBe(true);
});

it("offers only the zones that are not in use", async () => {
  show();
  await userEvent.click(button("Use UTC"));
  expect(button("Use UTC").disabled).toBe(true);
  await userEvent.click(button("Use device time zone"));
  expect(button("Use device time zone").disabled).toBe(true);
});

it("applies the theme that is chosen", async () => {
  show();
  const theme = screen.getByRole<HTMLSelectElement>("combobox", { name: "Theme" });
  expect(theme.value).toBe("system");
  await userEvent.selectOptions(theme, "Dark");
  expect(document.documentElement.classList.contains("dark")).toBe(true);
  expect(theme.value).toBe("dark");
});
