// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { Person } from "@/components/ui/person";
import { renderPage } from "@/components/ui/test-page";

import { useSkipped } from "./use-skipped";

function Skips({ queue = "review" }: { queue?: string }) {
  const [skipped, skip] = useSkipped("acme/bot", queue);
  return (
    <>
      <output>{[...skipped].join(" ")}</output>
      <button onClick={() => skip("a")}>Skip a</button>
      <button onClick={() => skip("b")}>Skip b</button>
    </>
  );
}

const shown = () => screen.getByRole("status").textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("are one person's, also if several people use the same browser", async () => {
  const { rerender } = renderPage(
    <Person owner="ann">
      <Skips />
    </Person>,
  );
  await press("Skip b");
  await press("Skip a");
  await press("Skip b");
  expect(shown(), "the latest last").toBe("a b");
  rerender(
    <Person owner="bob">
      <Skips />
    </Person>,
  );
  expect(shown()).toBe("");
  await press("Skip a");
  expect(shown()).toBe("a");
  rerender(
    <Person owner="ann">
      <Skips />
    </Person>,
  );
  expect(shown()).toBe("a b");
});

it("are those of one queue", async () => {
  const { rerender } = renderPage(<Skips />);
  await press("Skip a");
  rerender(<Skips queue="other" />);
  expect(shown()).toBe("");
});
