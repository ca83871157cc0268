import type { Feedback } from "@/lib/contract/feedback";

/** Who gave feedback: the owner of the key that it came with, then the name that the client stated, if another. */
export function FeedbackGiver({ row: { ext_user_id: owner, creator } }: { row: Partial<Feedback> }) {
  return (
    <>
      {owner && <bdi title={`The key is ${owner}'s`}>{owner}</bdi>}
      {creator && creator !== owner && (
        <span title="The name that the client stated; it is not checked" className="text-muted">
          {owner && " "}as <bdi>{creator}</bdi>
        </span>
      )}
    </>
  );
}
