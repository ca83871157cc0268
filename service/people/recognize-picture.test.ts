import { expect, test } from "vitest";
import { recognizePicture } from "./recognize-picture";

/** Pictures of 3 × 5 pixels; of JPEG, the beginning. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAAFCAIAAAAPE8H1AAAAF0lEQVR4nGM8ISfHwMDAwMDAxAAD+FkAMpYBDmz0pSwAAAAASUVORK5CYII=";
const JPEG =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////////////////////////////////////////////////////////2wBDAaq0tPDS8P//////////////////////////////////////////////////////////////////////////////wAARCAAFAAMDASIAAhEBAxEB";
const PICTURES: readonly [string, string, string][] = [
  ["image/png", "", PNG],
  ["image/jpeg", "", JPEG],
  ["image/jpeg", "progressive", JPEG.replace("wAARCAAFAAMD", "wgARCAAFAAMD")],
  ["image/webp", "lossy", "UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoDAAUACQCsJaACdAFAAAD+4LkJj0Vr+1PsI78AEAA="],
  ["image/webp", "lossless", "UklGRh4AAABXRUJQVlA4TBEAAAAvAgABAAdQjyLXo/+BiOh/AAA="],
  [
    "image/webp",
    "extended",
    "UklGRlQAAABXRUJQVlA4WAoAAAAIAAAAAgAABAAAVlA4ICQAAABwAQCdASoDAAUACQCsJaACdAFAAAD+4LkJj0Vr+1PsI78AEABFWElGCgAAAE1NACoAAAAIAAA=",
  ],
  ["image/gif", "of 1987", "R0lGODdhAwAFAIEAAMgeHgAAAAAAAAAAACwAAAAAAwAFAAAICAABCBxIsGBAADs="],
];

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));

test.each(PICTURES)("%s %s is recognized, with its size", (type, _kind, base64) => {
  expect(recognizePicture(bytesOf(base64))).toEqual({ type, width: 3, height: 5 });
});

test.each(PICTURES)("%s %s is none when it ends too early, wherever that is", (_type, _kind, base64) => {
  const bytes = bytesOf(base64);
  for (let length = 0; length < 8; length += 1) expect(recognizePicture(bytes.subarray(0, length))).toBeUndefined();
  for (let length = 8; length < bytes.length; length += 1)
    expect(() => recognizePicture(bytes.subarray(0, length))).not.toThrow();
});

test.each([
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["HTML", "<!doctype html><title>\x89PNG</title>"],
  ["nothing", ""],
  ["a PNG after something else", ` ${Buffer.from(PNG, "base64").toString("latin1")}`],
  ["a PNG without pixels", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0"],
  ["a JPEG without a frame", "\xff\xd8\xff\xe0\0\x04\0\0\xff\xd9"],
  ["a JPEG with a part without length", "\xff\xd8\xff\xe0\0\0\xff\xe0\0\0"],
  ["another RIFF file", "RIFF\x10\0\0\0WAVEfmt "],
])("%s is no picture", (_what, content) => {
  expect(recognizePicture(new Uint8Array(Buffer.from(content, "latin1")))).toBeUndefined();
});
