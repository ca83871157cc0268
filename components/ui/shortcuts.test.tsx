// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";

import { effectiveShortcuts } from "./effective-shortcuts";
import { useShortcutGroups, useShortcuts } from "./shortcuts";

const run = vi.fn<(name: string) => void>();

function Part({ title, keys, outranks }: { title: string; keys: string[]; outranks?: boolean }) {
  const shortcuts = keys.map((key) => ({ keys: key, description: key, run: () => run(`${title} ${key}`) }));
  useShortcuts(title, shortcuts, outranks);
  return undefined;
}

function Help() {
  const groups = [...effectiveShortcuts(useShortcutGroups())];
  return <p>{groups.map(([title, list]) => `${title}: ${list.map(({ keys }) => keys).join("")}`).join(", ")}</p>;
}

it("leaves a key alone that it is not for", async () => {
  onTestFinished(cleanup);
  function Part() {
    useShortcuts("part", [
      { keys: "a", description: "a", run: () => run("a"), isFor: (event) => event.target !== document.body },
    ]);
    return <button>Here</button>;
  }
  const { getByRole } = render(<Part />);
  await userEvent.keyboard("a");
  expect(run).not.toHaveBeenCalled();
  getByRole("button").focus();
  await userEvent.keyboard("a");
  expect(run).toHaveBeenCalledExactlyOnceWith("a");
  run.mockClear();
});

it("gives the innermost part precedence, except over parts that outrank it", async () => {
  const parts = (outranks: boolean) => (
    <>
      <Part title="outer" keys={["a", "b"]} outranks={outranks} />
      <Part title="inner" keys={["a", "c"]} />
      <Help />
    </>
  );
  onTestFinished(cleanup);
  const { container, rerender } = render(parts(false));
  await userEvent.keyboard("abc");
  expect(run.mock.calls.flat()).toEqual(["inner a", "outer b", "inner c"]);
  run.mockClear();
  rerender(parts(true));
  await userEvent.keyboard("abc");
  expect(run.mock.calls.flat()).toEqual(["outer a", "outer b", "inner c"]);
  expect(container.textContent).toBe("outer: ab, inner: c");
});
