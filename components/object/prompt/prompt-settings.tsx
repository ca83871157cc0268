import { CodeBlock } from "@/components/ui/code-block";
import { LongText } from "@/components/ui/long-text";
import { ModelDot } from "@/components/ui/model-colors";
import { JsonNode } from "@/lib/json/node";
import { prettyText } from "@/lib/json/pretty";
import { JsonText } from "@/lib/json/text";
import type { Prompt } from "@/lib/prompt/prompt";
import { readTools } from "@/lib/trace/tool-definitions";

/** What is sent beside the messages: the model and its settings, tools, and the schema of the output. */
export function PromptSettings({ prompt: { model, parameters } }: { prompt: Prompt }) {
  const { tools, response_format: format, ...others } = parameters;
  const rows = Object.entries(others);
  if (model === undefined && Object.keys(parameters).length === 0)
    return (
      <Section title="Model settings">
        <p className="text-muted">None. Whoever uses the prompt chooses the model.</p>
      </Section>
    );
  return (
    <>
      {(model !== undefined || rows.length > 0) && (
        <Section title="Model settings">
          <dl className="grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-6 gap-y-1">
            {model !== undefined && (
              <>
                <dt className="text-muted">model</dt>
                <dd className="flex min-w-0 items-center gap-1.5 font-medium">
                  <ModelDot model={model} />
                  <bdi className="wrap-anywhere">{model}</bdi>
                </dd>
              </>
            )}
            {rows.map(([name, text]) => (
              <div key={name} className="contents">
                <dt className="font-mono text-meta wrap-anywhere text-muted">{name}</dt>
                <dd>
                  <LongText mono text={prettyText(text) ?? text} className="tabular-nums" />
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      {tools !== undefined && <Tools json={tools} />}
      {format !== undefined && <OutputSchema json={format} />}
    </>
  );
}

function Tools({ json }: { json: string }) {
  const tools = [...readTools(new JsonText(`{"tools":${json}}`)).values()];
  return (
    <Section title="Tools">
      {tools.length === 0 ? (
        <CodeBlock label="Tools" code={prettyText(json) ?? json} />
      ) : (
        <ul className="grid gap-3">
          {tools.map((tool) => (
            <li key={tool.name} className="grid min-w-0 gap-1">
              <p className="font-mono text-meta font-medium wrap-anywhere">{tool.name}</p>
              {tool.description !== undefined && <LongText text={tool.description} className="text-muted" />}
              {tool.parameters !== undefined && (
                <CodeBlock
                  label={`Parameters of ${tool.name}`}
                  code={prettyText(tool.parameters) ?? tool.parameters}
                  className="max-h-80"
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function OutputSchema({ json }: { json: string }) {
  const format = JsonNode.read(json);
  const schema = format?.at(["json_schema", "schema"]);
  return (
    <Section title={schema ? "Output schema" : "Output format"}>
      <CodeBlock label="Output schema" code={prettyText(schema?.raw ?? json) ?? json} className="max-h-96" />
    </Section>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2 border-t border-line px-4 py-3">
      <h2 className="text-meta font-medium">{title}</h2>
      {children}
    </section>
  );
}
