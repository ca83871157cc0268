import { PersonName } from "@/components/pickers/person-name";
import type { Feedback } from "@/lib/contract/feedback";

/** The creator of feedback: the person, or else the owner of its API key, followed by the name sent by the client if different. */
export function FeedbackGiver({ row: { ext_user_id: owner, creator } }: { row: Partial<Feedback> }) {
  return (
    <>
      {owner && <PersonName owner={owner} />}
      {creator && creator !== owner && (
        <span title="Name sent by the client; not verified" className="text-muted">
          {owner && " "}(as <bdi>{creator}</bdi>)
        </span>
      )}
    </>
  );
}
