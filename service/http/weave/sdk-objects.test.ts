import { describe, expect, test } from "vitest";
import * as weave from "weave";
import { PROJECT, useWeave } from "./test-weave";

const sdk = useWeave();

describe("what is published is read back", () => {
  test("a dataset", async () => {
    const rows = [
      { q: "1+1", a: "2", score: 0.5 },
      { q: "世界", a: null, tags: ["x"] },
    ];
    const ref = await sdk.client.publish(
      new weave.Dataset({ name: "my sums!", description: "d", rows: structuredClone(rows) }),
    );
    const dataset = await sdk.client.get(ref);
    expect(dataset).toBeInstanceOf(weave.Dataset);
    expect([dataset.name, dataset.description, dataset.length]).toEqual(["my sums!", "d", 2]);
    expect([dataset.getRow(0), dataset.getRow(1)]).toMatchObject(rows);

    const { obj } = await sdk.native("/obj/read", { object_id: ref.objectId, digest: ref.digest });
    expect(obj).toMatchObject({
      object_id: "my-sums",
      kind: "object",
      base_object_class: "Dataset",
      version_index: 0,
      is_latest: 1,
    });
    const table = /^weave:\/\/\/acme\/sdk\/table\/(.+)$/.exec(obj.val.rows)?.[1];
    const stored = await sdk.native("/table/query", { digest: table });
    expect(stored.rows).toEqual(
      rows.map((val, original_index) => ({ val, original_index, digest: expect.any(String) })),
    );
    const row = `core:///acme/sdk/object/my-sums:${ref.digest}/attr/rows/id/${stored.rows[1].digest}`;
    const read = await sdk.service.post("/refs/read_batch", { refs: [row] });
    expect(await read.json()).toEqual({ vals: [rows[1]] });
  });

  test("the same dataset twice is one version, another content the next", async () => {
    const publish = (a: string) => sdk.client.publish(new weave.Dataset({ name: "versions", rows: [{ a }] }));
    const [first, again, next] = [await publish("1"), await publish("1"), await publish("2")];
    expect(again.uri()).toBe(first.uri());
    expect(next.uri()).not.toBe(first.uri());
    const { objs } = await sdk.native("/objs/query", { filter: { object_ids: ["versions"] }, metadata_only: true });
    expect(
      objs.map(({ digest, version_index, is_latest }: Record<string, unknown>) => [digest, version_index, is_latest]),
    ).toEqual(
      expect.arrayContaining([
        [first.digest, 0, 0],
        [next.digest, 1, 1],
      ]),
    );
    expect(objs).toHaveLength(2);
  });

  test("prompts", async () => {
    const text = new weave.StringPrompt({ name: "greeting", content: "Hi {name}" });
    const chat = new weave.MessagesPrompt({ name: "chat", messages: [{ role: "user", content: "Hi {name}" }] });
    const uris = [await sdk.client.publish(text), await sdk.client.publish(chat)].map((ref) => ref.uri());
    const read = await weave.StringPrompt.get(sdk.client, uris[0] ?? "");
    expect(read.format({ name: "Ada" })).toBe("Hi Ada");
    const messages = await weave.MessagesPrompt.get(sdk.client, uris[1] ?? "");
    expect(messages.format({ name: "Ada" })).toEqual([{ role: "user", content: "Hi Ada" }]);
  });

  test("any value", async () => {
    const value = { deep: [{ n: 1.5, none: null, yes: true }], text: "\u0000 \ud83d\ude00" };
    const ref = await sdk.client.publish({ ...value }, "settings");
    expect(await sdk.client.get(ref)).toEqual(value);
  });

  test("a missing object is reported as such", async () => {
    const missing = new weave.ObjectRef(PROJECT, "nothing", "x".repeat(43));
    await expect(sdk.client.get(missing)).rejects.toMatchObject({ status: 404 });
    sdk.service.log.splice(0);
  });

  test("images and sound", async () => {
    const data = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 1, 2]);
    const draw = weave.op(async function draw() {
      return { image: weave.weaveImage({ data, imageType: "png" }), sound: weave.weaveAudio({ data }) };
    });
    await draw();
    const [{ output }] = await sdk.callsOf("draw");
    expect(output.image).toMatchObject({ _type: "CustomWeaveType", weave_type: { type: "PIL.Image.Image" } });
    for (const digest of [output.image.files["image.png"], output.sound.files["audio.wav"]]) {
      const content = await sdk.service.post("/file/content", { project_id: PROJECT, digest });
      expect(Buffer.from(await content.arrayBuffer())).toEqual(data);
    }
  });
});
