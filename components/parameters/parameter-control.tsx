"use client";

import { CodeEditor } from "@/components/ui/code-editor";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { ChatParameter } from "@/lib/contract/chat-parameter";
import { fieldOfParameter, parameterOfField } from "@/lib/playground/parameters";

interface ParameterControlProps {
  id: string;
  name: string;
  parameter: ChatParameter;
  /** JSON text, possibly incomplete while typed. */
  text: string | undefined;
  problem: string | undefined;
  describedBy: string;
  onChange: (text: string | undefined) => void;
}

/** Lists are written as JSON, since a stop sequence may be a line break. */
const lists = { texts: '["\\n\\n", "END"]', integers: "[1, 2]" };
const LONG_TEXTS = new Set(["guided_grammar", "chat_template", "structural_tag", "guided_regex"]);

/** The input of one parameter, according to its form. */
export function ParameterControl({ id, name, parameter, text, problem, describedBy, onChange }: ParameterControlProps) {
  const field = fieldOfParameter(parameter, text);
  const about = { id, "aria-describedby": describedBy, "aria-invalid": problem ? (true as const) : undefined };
  const write = (typed: string) => onChange(parameterOfField(parameter, typed));
  switch (parameter.form) {
    case "boolean": {
      const usual = parameter.default === undefined ? "default" : `default (${String(parameter.default)})`;
      return (
        <Select
          {...about}
          options={[
            { value: "", label: usual },
            { value: "true", label: "true" },
            { value: "false", label: "false" },
          ]}
          value={field === "true" || field === "false" ? field : ""}
          onValueChange={(value) => onChange(value === "" ? undefined : value)}
          className="w-full"
        />
      );
    }
    case "number":
    case "integer":
      return (
        <Input
          {...about}
          inputMode={parameter.form === "integer" ? "numeric" : "decimal"}
          value={field}
          placeholder={parameter.default === undefined ? "default" : `default ${String(parameter.default)}`}
          onChange={(event) => write(event.target.value)}
          className="tabular-nums"
        />
      );
    case "text":
      return LONG_TEXTS.has(name) ? (
        <Textarea
          {...about}
          value={field}
          spellCheck={false}
          onChange={(event) => write(event.target.value)}
          className="max-h-60 font-mono text-meta [field-sizing:content]"
        />
      ) : (
        <Input {...about} value={field} placeholder="default" onChange={(event) => write(event.target.value)} />
      );
    case "texts":
    case "integers":
      return (
        <Input
          {...about}
          value={field}
          spellCheck={false}
          placeholder={lists[parameter.form]}
          onChange={(event) => write(event.target.value)}
          className="font-mono text-meta"
        />
      );
    case "json":
      return <CodeEditor label={name} value={field} minHeight={28} onChange={write} />;
  }
}
