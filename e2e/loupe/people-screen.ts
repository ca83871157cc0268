import { expect, type Page } from "@playwright/test";
import type { Role } from "@/lib/contract/endpoint";

interface Invited {
  projects: string;
  role: Role;
  /** Only with a provider. */
  email?: string;
  note?: string;
  /** Whether no project matches yet, which is asked about. */
  isNew?: boolean;
}

const invitationDialog = (page: Page) => page.getByRole("dialog");

/** Opens the list of people from the account menu. */
export async function openPeople(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "People" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
}

/** Invites somebody on the list of people, as an admin does; returns the link. */
export async function invite(page: Page, { projects, role, email, note, isNew = false }: Invited): Promise<string> {
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = invitationDialog(page);
  await dialog.getByLabel("Projects").fill(projects);
  await dialog.getByRole("combobox", { name: "Role" }).selectOption(role);
  if (email !== undefined) await dialog.getByLabel("E-mail address (optional)").fill(email);
  if (note !== undefined) await dialog.getByLabel("Note (optional)").fill(note);
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  if (isNew) await page.getByRole("button", { name: "Invite anyway" }).click();
  const link = await dialog.getByRole("region", { name: "Link" }).innerText();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  return link;
}

export const personRow = (page: Page, name: string) =>
  page
    .getByRole("grid", { name: "People" })
    .getByRole("row")
    .filter({ has: page.getByText(name, { exact: true }) });

/** Turns somebody off on the list of people. */
export async function turnOff(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Turn off ${name}` }).click();
  await invitationDialog(page).getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: `Turn on ${name}` })).toBeVisible();
}
