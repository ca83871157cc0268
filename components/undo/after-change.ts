import { toast } from "@/components/ui/toast-store";

/**
 * Runs `offer` once a change was made, or shows that it failed. Unlike the callbacks of a mutation, this also works
 * when the page has changed by the time of the response: undo must still be offered.
 */
export function afterChange<Made>(change: Promise<Made>, failure: string, offer: (made: Made) => void): void {
  change.then(offer, ({ message }: Error) => toast({ title: failure, description: message, tone: "error" }));
}
