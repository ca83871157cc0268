import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

import { OTLP_RAW_VALUE_CHARS } from "@/lib/contract/limits";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { readConversation } from "@/lib/trace/conversation";
import { bytesOfDataUrl } from "@/lib/trace/data-url";
import { exportOf, SPAN_ID } from "@/service/ingest/otlp/test-export";

import { ADMIN_KEY, useService } from "./test-service";

const service = useService();

/** Three megabytes that begin as a PNG does. */
const IMAGE = Buffer.concat([Buffer.from("\x89PNG\r\n\x1A\n", "latin1"), randomBytes(3_000_000)]);

test.each([
  ["as text", "local/media-text"],
  ["structured", "local/media-structured"],
])(
  "an image embedded in messages that are sent %s is stored whole there, and cut among the raw attributes",
  async (form, project) => {
    const content = IMAGE.toString("base64");
    const parts: Record<string, string>[] = [
      { type: "text", content: "see" },
      { type: "blob", modality: "image", mime_type: "image/png", content },
    ];
    const messages = [{ role: "user", parts }];
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.input.messages": form === "as text" ? JSON.stringify(messages) : messages,
    };
    const sent = await service.app().request("/v1/traces", {
      method: "POST",
      headers: {
        authorization: `Bearer ${ADMIN_KEY}`,
        "content-type": "application/json",
        "content-encoding": "gzip",
        "x-project": project,
      },
      body: new Uint8Array(gzipSync(exportOf([{ attributes }]))),
    });
    expect([sent.status, await sent.text()]).toEqual([200, "{}"]);

    const answer = await service.post("/call/read", { project_id: project, id: SPAN_ID });
    const call = JsonNode.parse(await answer.text()).get("call");
    const chat = readConversation(new JsonText(call?.get("inputs")?.raw ?? ""), undefined);
    const [text, image] = chat?.input[0]?.parts ?? [];
    expect(text).toEqual({ type: "text", text: "see" });
    expect(image).toMatchObject({ type: "media", medium: "image", mediaType: "image/png" });
    const stored = image?.type === "media" ? bytesOfDataUrl(image.url ?? "") : undefined;
    expect(stored && IMAGE.equals(stored)).toBe(true);
    expect(call?.get("attributes")?.raw.length).toBeLessThan(OTLP_RAW_VALUE_CHARS * 1.2);
  },
);
