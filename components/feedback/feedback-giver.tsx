import type { Feedback } from "@/lib/contract/feedback";

/** The creator of feedback: the owner of its API key, followed by the name sent by the client if different. */
export function FeedbackGiver({ row: { ext_user_id: owner, creator } }: { row: Partial<Feedback> }) {
  return (
    <>
      {owner && <bdi title={`${owner}'s API key`}>{owner}</bdi>}
      {creator && creator !== owner && (
        <span title="Name sent by the client; not verified" className="text-muted">
          {owner && " "}(as <bdi>{creator}</bdi>)
        </span>
      )}
    </>
  );
}
