import { describe, expect, test, vi } from "vitest";
import { UpstreamAnswer } from "./upstream-answer";

/** The calls that the connection received. */
function connection() {
  let paused = false;
  const controller = {
    aborted: false,
    reason: null,
    abort: vi.fn<(reason: Error) => void>(),
    get paused() {
      return paused;
    },
    pause: () => void (paused = true),
    resume: () => void (paused = false),
  };
  return controller;
}

/** An answer whose request has been sent, and the connection that it is on. */
function asked() {
  const answer = new UpstreamAnswer();
  const controller = connection();
  answer.onRequestStart(controller);
  return { answer, controller };
}

const chunk = (text: string) => Buffer.from(text);
const LOST = new Error("The connection is lost");

describe("the head", () => {
  test("is the last one: earlier ones are informational", async () => {
    const { answer, controller } = asked();
    answer.onResponseStart(controller, 103, { link: "</a>" });
    answer.onResponseStart(controller, 200, { "content-type": "application/json" });
    expect(await answer.head).toEqual({ status: 200, headers: { "content-type": "application/json" } });
  });

  test("that does not arrive rejects with the connection's error", async () => {
    const { answer, controller } = asked();
    answer.onResponseError(controller, LOST);
    await expect(answer.head).rejects.toBe(LOST);
  });
});

describe("the body", () => {
  test("arrives chunk by chunk, with a slow reader or a slow server", async () => {
    const { answer, controller } = asked();
    const first = answer.next();
    answer.onResponseData(controller, chunk("a"));
    answer.onResponseData(controller, chunk("b"));
    answer.onResponseData(controller, chunk("c"));
    expect([await first, await answer.next(), await answer.next()]).toEqual([
      { value: chunk("a") },
      { value: chunk("b") },
      { value: chunk("c") },
    ]);
    const end = answer.next();
    answer.onResponseEnd();
    expect([await end, await answer.next()]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });

  test("waits for its reader once 64 KiB of it do", async () => {
    const { answer, controller } = asked();
    for (const bytes of [64 * 1024 - 1, 1]) {
      expect(controller.paused).toBe(false);
      answer.onResponseData(controller, Buffer.alloc(bytes));
    }
    expect(controller.paused).toBe(true);
    await answer.next();
    expect(controller.paused).toBe(true);
    await answer.next();
    expect(controller.paused).toBe(false);
  });

  test("that breaks off returns its chunks before it fails", async () => {
    const { answer, controller } = asked();
    answer.onResponseData(controller, chunk("a"));
    answer.onResponseError(controller, LOST);
    expect(await answer.next()).toEqual({ value: chunk("a") });
    await expect(answer.next()).rejects.toBe(LOST);
    await expect(answer.head).rejects.toBe(LOST);
  });
});

describe("a cancelled answer", () => {
  test("fails at once, and is not read on", async () => {
    const { answer, controller } = asked();
    const reason = new Error("Nobody waits");
    answer.onResponseStart(controller, 200, {});
    answer.onResponseData(controller, chunk("a"));
    answer.abort(reason);
    await expect(answer.next()).rejects.toBe(reason);
    expect(controller.abort).toHaveBeenCalledWith(reason);
  });

  test("before its request was sent is never requested", async () => {
    const answer = new UpstreamAnswer();
    const reason = new Error("Nobody waits");
    answer.abort(reason);
    await expect(answer.head).rejects.toBe(reason);
    const controller = connection();
    answer.onRequestStart(controller);
    expect(controller.abort).toHaveBeenCalledWith(reason);
  });

  test("after its end releases the connection to others", async () => {
    const { answer, controller } = asked();
    answer.onResponseStart(controller, 200, {});
    answer.onResponseEnd();
    answer.abort(new Error("Nobody waits"));
    expect(controller.abort).not.toHaveBeenCalled();
    expect(await answer.next()).toEqual({ done: true, value: undefined });
  });
});
