// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { browserStorage, safeStorage, storedJson } from "./safe-storage";
import { testStorage } from "./test-storage";
import { usePreference } from "./use-preference";

const blocked = () => {
  throw new DOMException("The operation is insecure", "SecurityError");
};

describe("a storage", () => {
  it("reads what it wrote, until it is removed", () => {
    const plain = testStorage();
    const storage = safeStorage(() => plain);
    expect(storage.write("a", "1")).toBe(true);
    expect([storage.read("a"), storage.read("b")]).toEqual(["1", null]);
    expect(safeStorage(() => plain).read("a")).toBe("1");
    storage.remove("a");
    expect(storage.read("a")).toBeNull();
  });

  it("that is full reports this and keeps the previous text, or keeps the text for this page", () => {
    const plain = testStorage({ a: "1" }, 2);
    const storage = safeStorage(() => plain);
    expect(storage.write("a", "123")).toBe(false);
    expect(storage.read("a")).toBe("1");
    storage.hold("a", "123");
    expect(storage.read("a")).toBe("123");
    expect(plain.getItem("a")).toBe("1");
    storage.hold("a", "2");
    expect([storage.read("a"), plain.getItem("a")]).toEqual(["2", "2"]);
  });

  it("that is blocked fails nothing", () => {
    const storage = safeStorage(blocked);
    expect([storage.read("a"), storage.write("a", "1"), storage.keys()]).toEqual([null, false, []]);
    storage.remove("a");
    storage.move("a", "b");
    storage.hold("a", "1");
    expect([storage.read("a"), storage.keys()]).toEqual(["1", ["a"]]);
  });

  it("lists keys by their beginning, and moves texts", () => {
    const storage = safeStorage(() => plain);
    const plain = testStorage({ "loupe:a": "1", other: "2" });
    expect(storage.keys("loupe:")).toEqual(["loupe:a"]);
    storage.move("loupe:a", "aside:a");
    expect([storage.read("loupe:a"), storage.read("aside:a")]).toEqual([null, "1"]);
  });

  it("calls back for its key alone, and no more once that is ended", async () => {
    const plain = testStorage();
    const storage = safeStorage(() => plain);
    const listener = vi.fn<() => void>();
    const end = storage.subscribe("a", listener);
    storage.write("b", "1");
    expect(listener).not.toHaveBeenCalled();
    storage.write("a", "1");
    storage.remove("a");
    storage.move("b", "a");
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(3);
    window.dispatchEvent(new StorageEvent("storage", { key: "b" }));
    window.dispatchEvent(new StorageEvent("storage", { key: "a" }));
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(listener).toHaveBeenCalledTimes(5);
    end();
    storage.write("a", "2");
    window.dispatchEvent(new StorageEvent("storage", { key: "a" }));
    expect(listener).toHaveBeenCalledTimes(5);
  });

  it.each([
    ["JSON", '{"a":1}', { a: 1 }],
    ["no JSON", "{", undefined],
    ["nothing", null, undefined],
  ])("reads %s", (_what, text, json) => expect(storedJson(text)).toEqual(json));
});

describe("usePreference", () => {
  const parse = (stored: string) => (stored === "comfortable" || stored === "compact" ? stored : undefined);
  const render = () => renderHook(() => usePreference<"comfortable" | "compact">("density", "comfortable", parse));
  beforeEach(() => browserStorage.remove("loupe:density"));

  it("is the fallback if nothing valid is stored", () => {
    expect(render().result.current[0]).toBe("comfortable");
    localStorage.setItem("loupe:density", "tight");
    expect(render().result.current[0]).toBe("comfortable");
  });

  it("is the same wherever it is shown, and after a reload", () => {
    const [one, other] = [render(), render()];
    act(() => one.result.current[1]("compact"));
    expect([one.result.current[0], other.result.current[0]]).toEqual(["compact", "compact"]);
    expect(localStorage.getItem("loupe:density")).toBe("compact");
  });

  it("follows another tab", () => {
    const { result } = render();
    localStorage.setItem("loupe:density", "compact");
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "loupe:density" })));
    expect(result.current[0]).toBe("compact");
  });

  it("is kept for the page if storage is full", () => {
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(blocked);
    const { result } = render();
    act(() => result.current[1]("compact"));
    expect(result.current[0]).toBe("compact");
    full.mockRestore();
  });
});
