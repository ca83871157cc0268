import userEvent from "@testing-library/user-event";

import { element, elements } from "@/components/ui/test-elements";

/** For tests: the lines of the tree on the page; `name` selects the element of a line that has its name. */
export function treeLines(name: string) {
  const lines = () => elements("row").slice(1);
  const nameOf = (line: Element) => line.querySelector(name)?.textContent;
  return {
    lines,
    names: () => lines().map(nameOf),
    selected: () =>
      lines()
        .filter((line) => line.getAttribute("aria-selected") === "true")
        .map(nameOf),
    focused: () => document.activeElement && nameOf(document.activeElement),
    press: async (keys: string, from = "agent") => {
      element("row", from).focus();
      await userEvent.keyboard(keys);
    },
  };
}
