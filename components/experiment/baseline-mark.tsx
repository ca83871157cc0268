import { Badge } from "@/components/ui/badge";

/** Marks the pinned baseline; of a model, if one of its earlier experiments is that. */
export function BaselineMark({ isEarlier = false }: { isEarlier?: boolean }) {
  return <Badge>{isEarlier ? "Earlier baseline" : "Baseline"}</Badge>;
}
