import { type Client, createClient } from "@/lib/client/client";

interface Asked {
  path: string;
  body: Record<string, unknown>;
}

type Answer = string | number | Response;

/** A client whose service is a function from path and body to the response's text or a status, or the response itself; for tests only. */
export function testClient(answer: (asked: Asked) => Answer | Promise<Answer>): {
  client: Client;
  asked: Asked[];
} {
  const asked: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const body = typeof init?.body === "string" ? init.body : "{}";
    const request: Asked = {
      path: address instanceof Request ? address.url : address.toString(),
      body: JSON.parse(body) as Record<string, unknown>,
    };
    asked.push(request);
    const given = await answer(request);
    if (given instanceof Response) return given;
    return typeof given === "number" ? new Response(null, { status: given }) : new Response(given);
  };
  return { client: createClient({ baseUrl: "", fetch }), asked };
}
