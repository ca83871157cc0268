import { InlineBanner } from "@/components/ui/inline-banner";
import type { ApiError } from "@/lib/client/api-error";
import { formatCount } from "@/lib/format/number";
import { sentGroups } from "@/lib/training/job-body";
import type { CheckedGroup } from "@/lib/training/preflight";

const SHOWN = 100;
const PLACE = /^trajectory_groups\[(\d+)\](?:\.trajectories\[(\d+)\])?/;

interface RefusalProps {
  error: ApiError;
  /** The request, and what was left out. */
  groups: readonly CheckedGroup[];
  onOpenGroup: (key: string) => void;
}

/** Why the service rejected the job: every invalid path, with the line of its file. */
export function Refusal({ error, groups, onOpenGroup }: RefusalProps) {
  const { errors, message, requestId } = error;
  const sent = errors.length > 0 ? sentGroups(groups) : [];
  const placeOf = (path: string) => {
    const [, group, index] = PLACE.exec(path) ?? [];
    const found = group === undefined ? undefined : sent[Number(group)];
    const trajectory = found?.trajectories[Number(index ?? 0)]?.trajectory;
    return found && { key: found.group.group.key, place: trajectory?.place ?? found.group.group.place };
  };
  return (
    <InlineBanner tone="error">
      <p>
        <span className="font-medium">The job was rejected:</span> {message}
        {requestId && <span className="text-muted"> (request {requestId})</span>}
      </p>
      {errors.length > 0 && (
        <ul aria-label="Job errors" className="max-h-60 overflow-auto text-meta">
          {errors.slice(0, SHOWN).map(({ path, message: words }, index) => {
            const place = placeOf(path);
            return (
              <li key={`${path} ${index}`}>
                <code>{path}</code> {words}
                {place && (
                  <>
                    {" · "}
                    <button type="button" className="text-accent-ink underline" onClick={() => onOpenGroup(place.key)}>
                      {place.place}
                    </button>
                  </>
                )}
              </li>
            );
          })}
          {errors.length > SHOWN && <li>and {formatCount(errors.length - SHOWN)} more</li>}
        </ul>
      )}
    </InlineBanner>
  );
}
