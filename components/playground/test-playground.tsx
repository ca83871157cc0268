import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";

import { renderPage } from "@/components/ui/test-page";
import { useToasts } from "@/components/ui/toast-store";
import { type RelayedRequest, standInRelay } from "@/lib/client/test-relay";
import { makeDocument, type DocumentParts } from "@/lib/playground/document";

import { Workbench } from "./workbench";

const CHAT = "/v1/chat/completions/";
export const messages = [{ role: "user", content: "Hi {{name}}" }];
const rows = [{ name: "Ann", town: "Rome" }, { name: "Bob" }, { name: "Eve" }];
export const firstRow = { table: "t", dataset: "people", index: 0, val: JSON.stringify(rows[0]), columns: {} };

/** A version of the prompt `greet`; the latest one has the index 1. */
export const version = (digest: string, index: number, val: object | null, others: object = {}) => ({
  project_id: "acme/bot",
  object_id: "greet",
  created_at: "2026-11-20T08:00:00Z",
  digest,
  version_index: index,
  is_latest: index === 1 ? 1 : 0,
  kind: "object",
  base_object_class: "Prompt",
  val,
  ...others,
});

/** A member of a request's body. */
export const field = ({ body }: RelayedRequest, name: string): unknown => JSON.parse(body)[name];
export const rowAt = (index: number) => ({
  rows: [{ digest: `r${index}`, val: rows[index], original_index: index }],
});

/** A project with one model, a prompt with one version and a table, over which a test gives its own answers. */
export const relay = (over: Parameters<typeof standInRelay>[0] = {}) =>
  standInRelay({
    "/v1/models": { object: "list", data: [{ id: "m", object: "model", created: 1, owned_by: "lab", root: "m" }] },
    "/keys/self": {
      key: { id: "019", owner: "ann", default_project: "acme/bot", roles: [{ project_pattern: "*", role: "member" }] },
    },
    "/table/query": (request) => rowAt(Number(field(request, "offset"))),
    "/table/query_stats": { count: rows.length },
    "/obj/read": { obj: version("d0", 0, { messages }) },
    "/objs/query": { objs: [version("d0", 0, null)] },
    [CHAT]: { choices: [{ index: 0, message: { role: "assistant", content: "Done." }, finish_reason: "stop" }] },
    ...over,
  });

/** Renders a playground of these parts, with one pane unless there are others. */
export function show(parts: Partial<DocumentParts>, search = ""): void {
  const panes = parts.panes ?? [{ model: "m", parameters: {} }];
  const document = makeDocument({ turns: messages, ...parts, panes });
  localStorage.setItem("loupe:playground:acme/bot", JSON.stringify({ id: "s", document }));
  renderPage(
    <>
      <Workbench projectId="acme/bot" serviceUrl="http://service.test" feedbackOn={() => null} />
      <Toasts />
    </>,
    { search },
  );
}

/** What `toast` was called with since the page was rendered, without the time limits of its real view. */
function Toasts() {
  const toasts = useToasts();
  const [before] = useState(toasts);
  return toasts
    .filter((one) => !before.includes(one))
    .map(({ key, title, description, action }) => (
      <div key={key}>
        <p>{title}</p>
        <p>{description}</p>
        {action && <button onClick={action.onAction}>{action.label}</button>}
      </div>
    ));
}

// By labels and texts: the roles of a page as large as this one take jsdom seconds to compute.
export const press = (label: string) => userEvent.click(screen.getByLabelText(label, { selector: "button" }));
export const pressText = async (text: string) => userEvent.click(await screen.findByText(text, { selector: "button" }));
export const chooseItem = async (text: string) => userEvent.click(await screen.findByText(text));
export const run = () => userEvent.keyboard("{Control>}{Enter}{/Control}");
export const alert = () => document.querySelector("[role=alert]")?.textContent;
export const box = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
export const pane = (place: number) => within(screen.getByLabelText(`Pane ${place}`, { selector: "section" }));
export const sentMessages = (requests: readonly RelayedRequest[]) =>
  requests.filter(({ path }) => path === CHAT).map((request) => field(request, "messages"));

/** Writes it at once: each key that is typed renders the whole page. */
export async function write(label: string, text: string): Promise<void> {
  await userEvent.click(box(label));
  await userEvent.paste(text);
}
