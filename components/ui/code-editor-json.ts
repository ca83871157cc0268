import { json } from "@codemirror/lang-json";
import { syntaxTree } from "@codemirror/language";
import { type Diagnostic, linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";

const lintDelayMs = 400;

const marks: Readonly<Record<string, Decoration>> = {
  PropertyName: Decoration.mark({ class: "json-key" }),
  String: Decoration.mark({ class: "json-text" }),
  Number: Decoration.mark({ class: "json-number" }),
  True: Decoration.mark({ class: "json-word" }),
  False: Decoration.mark({ class: "json-word" }),
  Null: Decoration.mark({ class: "json-word" }),
};

function color(view: EditorView): DecorationSet {
  const found: ReturnType<Decoration["range"]>[] = [];
  const tree = syntaxTree(view.state);
  for (const { from, to } of view.visibleRanges)
    tree.iterate({
      from,
      to,
      enter: (node) => {
        const mark = Object.hasOwn(marks, node.name) ? marks[node.name] : undefined;
        if (mark && node.to > node.from) found.push(mark.range(node.from, node.to));
      },
    });
  return Decoration.set(found, true);
}

const colors = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = color(view);
    }
    update(update: ViewUpdate) {
      const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || isParsed) this.decorations = color(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Colors and marked errors; uses the service's JSON parser, so that text valid here is valid there. */
export const jsonSupport: Extension = [json(), colors, linter(diagnose, { delay: lintDelayMs })];

function diagnose({ state }: EditorView): Diagnostic[] {
  const found = syntaxError(state.doc.toString());
  if (!found) return [];
  const from = Math.min(found.offset, Math.max(0, state.doc.length - 1));
  return [{ from, to: Math.min(from + 1, state.doc.length), severity: "error", message: found.message }];
}

/** The error of a JSON text and its line; undefined if it is valid or empty. */
export function jsonProblem(text: string): string | undefined {
  const found = syntaxError(text);
  if (!found) return undefined;
  const line = text.slice(0, found.offset).split("\n").length;
  return `Line ${line}: ${found.message}`;
}

function syntaxError(text: string): JsonSyntaxError | undefined {
  if (text.trim() === "") return undefined;
  try {
    JsonNode.parse(text);
    return undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}
