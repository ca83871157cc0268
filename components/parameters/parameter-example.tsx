import { Button } from "@/components/ui/button";

const weather = {
  type: "object",
  properties: { city: { type: "string" }, celsius: { type: "number" } },
  required: ["city", "celsius"],
  additionalProperties: false,
};

/** An example for values with a complex structure. */
const examples: Readonly<Record<string, { words: string; value: unknown }>> = {
  tools: {
    words: "Insert an example tool",
    value: [
      {
        type: "function",
        function: {
          name: "get_weather",
          description: "The weather in a city now",
          parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
        },
      },
    ],
  },
  response_format: {
    words: "Insert an example schema",
    value: { type: "json_schema", json_schema: { name: "weather", strict: true, schema: weather } },
  },
  guided_json: { words: "Insert an example schema", value: weather },
  logit_bias: { words: "Insert an example token", value: { "1234": -100 } },
  documents: { words: "Insert an example document", value: [{ title: "Title", text: "Text" }] },
};

export function ParameterExample({ name, onUse }: { name: string; onUse: (text: string) => void }) {
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
  if (!example) return null;
  return (
    <span>
      <Button size="small" variant="ghost" onClick={() => onUse(JSON.stringify(example.value, null, 2))}>
        {example.words}
      </Button>
    </span>
  );
}
