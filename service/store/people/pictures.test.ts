import { expect, test } from "vitest";
import { useStore } from "@/service/store/testing/test-store";

const opened = useStore();

const PICTURE = { type: "image/gif", bytes: Buffer.from("GIF89a") } as const;
let signIns = 0;

/** Signs somebody in whose picture has that address; returns which one is to be read. */
async function signIn(picture?: string) {
  const id = `session-${(signIns += 1)}`;
  const started = await opened().store.startPersonSession(
    { issuer: "https://login.example.com", subject: "ada", owners: ["ada"], picture },
    {
      id,
      hash: "0".repeat(64),
      groups: [],
      roles: [{ project_pattern: "*", role: "viewer" }],
      sealedTokens: "",
      seconds: 60,
    },
    { hash: id, expiresAt: new Date() },
  );
  if (typeof started === "string" || "problem" in started) throw new Error("nobody was signed in");
  return started;
}

async function shown() {
  const [person] = await opened().store.queryPeople({}, ["*"]);
  return person?.picture;
}

test("a picture is to be read until it is stored, and again when its address changes", async () => {
  const { personId, picture } = await signIn("https://example.com/1");
  expect(picture).toBe("https://example.com/1");
  expect((await signIn("https://example.com/1")).picture).toBe("https://example.com/1");
  await opened().store.keepPicture(personId, "https://example.com/1", PICTURE);
  expect((await signIn("https://example.com/1")).picture).toBeUndefined();
  expect(await shown()).toBe("data:image/gif;base64,R0lGODlh");
  expect((await signIn("https://example.com/2")).picture).toBe("https://example.com/2");
  expect(await shown()).toBeUndefined();
});

test("a picture that arrives after its address has changed, or was removed, is not kept", async () => {
  const { personId } = await signIn("https://example.com/1");
  await signIn("https://example.com/2");
  await opened().store.keepPicture(personId, "https://example.com/1", PICTURE);
  expect(await shown()).toBeUndefined();
  expect((await signIn()).picture).toBeUndefined();
  await opened().store.keepPicture(personId, "https://example.com/2", PICTURE);
  expect(await shown()).toBeUndefined();
});
