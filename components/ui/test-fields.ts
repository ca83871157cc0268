import { EditorView } from "@codemirror/view";
import { screen } from "@testing-library/react";

/** For tests: the description of a control: its hint or its error. */
export function noteOf(control: HTMLElement): string | undefined {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ") || undefined;
}

/** For tests: puts a text into a code editor, once it is loaded; jsdom cannot type into one. */
export async function fillEditor(name: string, text: string): Promise<void> {
  const view = EditorView.findFromDOM(await screen.findByRole("textbox", { name }));
  view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}
