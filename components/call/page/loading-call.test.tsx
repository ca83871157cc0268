// @vitest-environment jsdom
import { fireEvent } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderPage } from "@/components/ui/test-page";

import { LoadingCall } from "./loading-call";

it("follows the key to a part of the call before the call is loaded", async () => {
  const made: string[] = [];
  renderPage(<LoadingCall />, { onSearch: (search) => void made.push(search) });
  fireEvent.keyDown(document.body, { key: "3" });
  await expect.poll(() => made).toEqual(["?tab=output"]);
});
