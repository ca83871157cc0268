import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { METHODS } from "@/lib/training/methods";

const OPTIONS = METHODS.map(({ value, label }) => ({ value: String(value), label }));

/** How the model is trained, with a word on when to use which method. */
export function MethodField({ method, onChange }: { method: string; onChange: (method: string) => void }) {
  const hint = METHODS.find(({ value }) => value === method)?.hint;
  return (
    <Field label="Method" hint={hint}>
      {(control) => <Select {...control} options={OPTIONS} value={method} onValueChange={onChange} />}
    </Field>
  );
}
