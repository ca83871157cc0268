// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ThemeProvider } from "next-themes";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";
import { laterAnswer, standInRelay } from "@/lib/client/test-relay";

import { CommandPalette } from "./command-palette";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PLACES = "/ids/find";

function open(find: object | (() => Promise<object>)) {
  const opened: string[] = [];
  standInRelay({
    "/projects/query": { projects: [] },
    "/objs/query": { objs: [] },
    [PLACES]: find,
  });
  renderPage(
    <ThemeProvider>
      <CommandPalette projectId="acme/bot" onClose={() => undefined} />
    </ThemeProvider>,
    { onPush: (href) => opened.push(href) },
  );
  return opened;
}

async function type(text: string, keys: string): Promise<void> {
  await userEvent.click(screen.getByLabelText("Go to", { selector: "input" }));
  await userEvent.paste(text);
  if (keys !== "") await userEvent.keyboard(keys);
}

it("opens what has a typed id, although Enter comes before the service's answer", async () => {
  const later = laterAnswer();
  const opened = open(later.answer);
  await type(TRACE, "{Enter}");
  expect(opened).toEqual([]);
  later.give({ found: [{ kind: "call", id: "root", ref: "core:///acme/bot/call/root" }] });
  await waitFor(() => expect(opened).toEqual(["/acme/bot/calls/root"]));
});

it("opens the call that the text may be if nothing is known about it", async () => {
  const later = laterAnswer();
  const opened = open(later.answer);
  await type(TRACE, "{Enter}");
  later.give({ found: [] });
  await waitFor(() => expect(opened).toEqual([`/acme/bot/calls/${TRACE}`]));
});

it("keeps the first place selected when its words change", async () => {
  const opened = open({ found: [] });
  await type("core:///acme/bot/object/settings:v0", "");
  await screen.findByText("Open core:///acme/bot/object/settings:v0");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(opened[0]).toContain("settings");
});

it("does not wait to run what was chosen with the arrow keys", async () => {
  const opened = open(laterAnswer().answer);
  await type(TRACE, "{ArrowDown}{Enter}");
  expect(opened).toEqual([expect.stringContaining("/acme/bot/calls?q=")]);
});

it("forgets an Enter whose text was changed since", async () => {
  const later = laterAnswer();
  const opened = open(later.answer);
  await type(TRACE, "{Enter}0");
  later.give({ found: [] });
  await screen.findByText(`Open the call ${TRACE}0`);
  expect(opened).toEqual([]);
});

it.each([
  ["span", "/acme/bot/calls"],
  ["session", "/acme/bot/threads"],
  ["price", "/acme/bot/costs"],
  ["queue", "/acme/bot/feedback/queues"],
  ["evaluator", "/acme/bot/scoring"],
  ["judge", "/acme/bot/scoring"],
  ["dataset", "/acme/bot/tables"],
  ["settings", "/acme/bot/privacy"],
  // A page's own name comes before what others are also called.
  ["models", "/acme/bot/models"],
  ["experiments", "/acme/bot/experiments"],
])("finds a page by the word %s", async (word, href) => {
  const opened = open({ found: [] });
  await type(word, "");
  await screen.findByText(`Search traces for “${word}”`);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(opened).toEqual([href]));
});
