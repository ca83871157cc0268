import { describe, expect, it, test } from "vitest";

import { bytesOfDataUrl, looksLikeBase64, sizeOfDataUrl, typeOfBase64, typeOfDataUrl } from "./data-url";

const read = (url: string) => {
  const bytes = bytesOfDataUrl(url);
  return bytes && new TextDecoder().decode(bytes);
};

describe("a data URL", () => {
  it.each([
    ["data:text/plain;base64,aGVsbG8=", "text/plain", "hello", 5],
    ["data:text/plain;charset=utf-8;base64,aGVsbG8", "text/plain", "hello", 5],
    ["data:IMAGE/PNG;base64,aGk=", "image/png", "hi", 2],
    ["data:;base64,Pz8_Pj4-", undefined, "???>>>", 6],
    ["data:image/svg+xml,%3Csvg/%3E", "image/svg+xml", "<svg/>", 10],
    ["data:,hi", undefined, "hi", 2],
    ["data:text/plain;base64,aGVsb", "text/plain", undefined, 3],
    ["data:image/png;base64,iVBORw0KGgo...[truncated]", "image/png", undefined, 18],
    ["data:text/plain,100%", "text/plain", undefined, 4],
    ["data:image/png;base64", undefined, undefined, undefined],
    ["https://example.com/a.png", undefined, undefined, undefined],
  ])("%s", (url, type, text, size) => {
    expect(typeOfDataUrl(url)).toBe(type);
    if (size === undefined) return;
    expect(read(url)).toBe(text);
    expect(sizeOfDataUrl(url)).toBe(size);
  });

  test("with a head of any length is read in bounded time", () => {
    expect(typeOfDataUrl(`data:${"a".repeat(5_000_000)},x`)).toBeUndefined();
    expect(typeOfDataUrl(`data:image/png${";a=b".repeat(1_000_000)},x`)).toBeUndefined();
  });
});

test.each([
  ["iVBORw0KGgoAAAANSUhEUg==", "image/png"],
  ["/9j/4AAQSkZJRgABAQ==", "image/jpeg"],
  ["R0lGODlhAQABAIAAAA==", "image/gif"],
  ["UklGRiQAAABXRUJQVlA4IA==", "image/webp"],
  ["UklGRiQAAABXQVZFZm10IA==", "audio/wav"],
  ["SUQzBAAAAAAAI1RTU0U=", "audio/mpeg"],
  ["JVBERi0xLjcK", "application/pdf"],
  ["AAAAHGZ0eXBpc29tAAACAA==", "video/mp4"],
  ["PHN2ZyB4bWxucz0i", undefined],
  ["?", undefined],
])("the first bytes of %s tell %s", (base64, type) => expect(typeOfBase64(base64)).toBe(type));

test.each([
  ["aGVsbG8=", true],
  ["Pz8_Pj4-", true],
  ["<replaced>", false],
  ["__REDACTED__", false],
  ["b'\\x89PNG'", false],
  ["", false],
])("whether %j may be base64: %s", (text, may) => expect(looksLikeBase64(text)).toBe(may));
