// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { ToggleGroup } from "./toggle-group";

afterEach(cleanup);

const options = ["left", "middle", "right"].map((value) => ({ value, label: value }));

it("is one tab stop, in which the arrow keys, Home and End move", async () => {
  const onValueChange = vi.fn<(value: string) => void>();
  render(<ToggleGroup label="Side" options={options} value="middle" onValueChange={onValueChange} />);
  const pressed = async (keys: string) => {
    await userEvent.keyboard(keys);
    return document.activeElement?.textContent;
  };
  await userEvent.tab();
  expect(screen.getByRole("radio", { checked: true })).toBe(document.activeElement);
  expect(await pressed("{ArrowRight}")).toBe("right");
  expect(await pressed("{ArrowDown}")).toBe("left");
  expect(await pressed("{ArrowUp}")).toBe("right");
  expect(await pressed("{Home}")).toBe("left");
  expect(await pressed("{End}")).toBe("right");
  expect(onValueChange).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onValueChange).toHaveBeenCalledWith("right");
});
