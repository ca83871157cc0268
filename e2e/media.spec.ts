import { fileCreateResponse } from "@/lib/contract/files";
import { JsonText } from "@/lib/json/text";
import { barriersOn } from "./loupe/barriers";
import { ENDED, sendCalls } from "./loupe/send-calls";
import { turn } from "./loupe/playground";
import { expect, test } from "./loupe/test";

/** An image of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const PDF = Buffer.from("%PDF-1.7\nterms");
/** An address that no test may ask. */
const REMOTE = "https://remote.example/cat.png";
const HOSTILE =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"><script>document.title=1</script></svg>';

/** Two seconds of silence: one channel, 8,000 bytes each second. */
function silence(): string {
  const header = Buffer.from(
    "RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1F\0\0\x40\x1F\0\0\x01\0\x08\0data",
    "latin1",
  );
  const sizes = Buffer.alloc(4);
  sizes.writeUInt32LE(16_000);
  header.writeUInt32LE(16_036, 4);
  return Buffer.concat([header, sizes, Buffer.alloc(16_000, 128)]).toString("base64");
}

const dataUrl = (type: string, content: Buffer | string) =>
  `data:${type};base64,${Buffer.from(content).toString("base64")}`;

const inputs = JSON.stringify({
  model: "talker",
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "What is in this picture?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
        { type: "text", text: "And what does it say?" },
        { type: "input_audio", input_audio: { data: silence(), format: "wav" } },
        { type: "file", file: { filename: "terms.pdf", file_data: dataUrl("application/pdf", PDF) } },
        { type: "image_url", image_url: { url: REMOTE } },
        { type: "image", source: { type: "file", file_id: "file_011" } },
        { type: "image_url", image_url: { url: dataUrl("image/svg+xml", HOSTILE) } },
        { type: "image_url", image_url: { url: dataUrl("image/png", HOSTILE) } },
        { type: "image_url", image_url: { url: "javascript:document.title=1" } },
        { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo...[truncated]" } },
      ],
    },
  ],
});
const output = JSON.stringify({ choices: [{ message: { role: "assistant", content: "A cat." } }] });

test("images, audio and files are shown where they stand, and nothing is loaded from elsewhere @all", async ({
  page,
  service,
  project,
}) => {
  const id = `${project} media`;
  await sendCalls(service, project, [{ id, op_name: "chat", thread_id: "t1", inputs, output, ended_at: ENDED }]);
  await page.goto(`/${project}/calls/${encodeURIComponent(id)}`);
  const message = page.getByRole("article", { name: "user message" });

  const image = message.getByRole("img", { name: "image/png in the message" }).first();
  await expect(image).toHaveJSProperty("naturalWidth", 1);
  await expect(image).toHaveAttribute("src", /^blob:/);
  const player = message.getByLabel("audio/wav in the message");
  await expect(player).toHaveJSProperty("duration", 2);
  await expect(message).toContainText(/in this picture\?.*image\/png.*does it say\?.*audio\/wav.*terms\.pdf.*14\sB/s);

  const download = page.waitForEvent("download");
  await message.getByRole("button", { name: "Download terms.pdf" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("terms.pdf");
  const content: Buffer[] = [];
  for await (const piece of await file.createReadStream()) content.push(Buffer.from(piece));
  expect(Buffer.concat(content)).toEqual(PDF);

  await expect(message.getByRole("link")).toHaveText([REMOTE]);
  await expect(message).toContainText(/file_011\s*stored by the provider/);
  await expect(message.getByRole("button", { name: "Download image/svg+xml" })).toBeVisible();
  await expect(message).toContainText("javascript:document.title=1");
  await expect(message).toContainText("cannot be decoded");
  // Only the pixel is an image: bytes that are none are offered for download.
  await expect(message.getByRole("img", { name: /in the message/ })).toHaveCount(1);
  expect(await page.title()).not.toBe("1");
  expect(await barriersOn(page)).toEqual([]);

  await page.goto(`/${project}/threads/t1`);
  await expect(image).toHaveJSProperty("naturalWidth", 1);
  await expect(player).toHaveJSProperty("duration", 2);

  await page.goto(`/${project}/playground?call=${encodeURIComponent(id)}`);
  await expect(turn(page, 1)).toContainText(/in this picture.*image_url/s);
  await expect(
    page.getByText("Files that cannot be sent from here: image file_011, image", { exact: true }),
  ).toBeVisible();
});

test("a message that is a ref to a dataset's row shows the row's text and image, with a link @all", async ({
  page,
  loupe,
  service,
  project,
}) => {
  const form = new FormData();
  form.append("project_id", project);
  form.append("file", new Blob([Buffer.from(PNG, "base64")]), "image.png");
  const headers = { authorization: `Bearer ${loupe.key}` };
  const created = await fetch(`${loupe.serviceUrl}/file/create`, { method: "POST", headers, body: form });
  const file = fileCreateResponse.parse(await created.json());
  const image = {
    _type: "CustomWeaveType",
    weave_type: { type: "PIL.Image.Image" },
    files: { "image.png": file.digest },
  };
  const rows = [{ q: "What is 1 + 1?", picture: image }].map((row) => new JsonText(JSON.stringify(row)));
  const table = await service.request("tableCreate", { table: { project_id: project, rows } });
  const val = new JsonText(JSON.stringify({ _type: "Dataset", rows: `weave:///${project}/table/${table.digest}` }));
  const { digest } = await service.request("objCreate", { obj: { project_id: project, object_id: "sums", val } });
  const row = `weave:///${project}/object/sums:${digest}/attr/rows/id/${table.row_digests[0]}`;
  const content = [{ type: "text", text: `${row}/key/q` }, "and", "here"];
  const messages = [{ role: "user", content: [...content, `${row}/key/picture`] }];
  const id = `${project} evaluated`;
  await sendCalls(service, project, [
    { id, op_name: "chat", inputs: JSON.stringify({ messages }), output, ended_at: ENDED },
  ]);

  await page.goto(`/${project}/calls/${encodeURIComponent(id)}`);
  const message = page.getByRole("article", { name: "user message" });
  await expect(message).toContainText("What is 1 + 1?");
  await expect(message.getByRole("img", { name: "image/png in the message" })).toHaveJSProperty("naturalWidth", 1);
  await page.getByRole("link", { name: "sums: q" }).click();
  await expect(page.getByText("What is 1 + 1?")).toBeVisible();

  await page.goto(`/${project}/playground?call=${encodeURIComponent(id)}`);
  await expect(turn(page, 1)).toContainText("What is 1 + 1?");
});
