"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { draftsOf, parseGrantDrafts, toGrants } from "@/components/ui/grant-draft";
import { GrantList } from "@/components/ui/grant-list";
import { InlineBanner } from "@/components/ui/inline-banner";
import { onSubmit } from "@/components/ui/on-submit";
import { useDraft } from "@/components/ui/use-draft";
import { allows, type Grant } from "@/lib/contract/grants";
import type { ListedPerson } from "@/lib/contract/people";
import { grantWords } from "@/lib/format/role-words";
import { updatePerson } from "@/lib/queries/people";

import { nameOf } from "./columns";
import { fieldErrors } from "./field-errors";
import { MadeByPerson } from "./made-by-person";
import { useKnownProjects } from "./use-known-projects";

/** Changes the roles that admins give a person. */
export function RolesDialog({ person, onClose }: { person: ListedPerson; onClose: () => void }) {
  const before = JSON.stringify(draftsOf(person.roles));
  const draft = useDraft(`person-roles:${person.id}`, before, before);
  const grants = parseGrantDrafts(draft.text) ?? draftsOf(person.roles);
  const update = useMutation(updatePerson());
  const [isRevoked, setRevoked] = useState(false);
  const after = toGrants(grants);
  const isReduced = person.roles.some(({ project_pattern, role }) => !allows(after, project_pattern, role));
  const { errorAt, message } = fieldErrors(update.error);
  const projects = useKnownProjects("Save anyway");
  const save = () => {
    if (update.isPending) return;
    const revokes = isReduced && isRevoked ? person.owner : undefined;
    const hasPattern = ({ project_pattern: pattern }: Grant) =>
      person.roles.some(({ project_pattern: given }) => given === pattern);
    const given = after.filter((grant) => !hasPattern(grant));
    void projects.check(given, () => {
      const saved = update.mutateAsync({ id: person.id, roles: after, revokes }, { onSuccess: onClose });
      // An error is shown above the form.
      saved.then(draft.clear, () => undefined);
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Roles of ${nameOf(person)}`}
      className="w-[min(560px,calc(100vw-32px))]"
    >
      <form onSubmit={onSubmit(save)} className="grid gap-4">
        {message && <InlineBanner tone="error">Could not change the roles: {message}</InlineBanner>}
        {person.groups.length > 0 && (
          <p className="wrap-anywhere">
            From {person.groups.length === 1 ? "the group" : "the groups"} {person.groups.join(", ")}:{" "}
            {grantWords(person.group_roles)}. The roles below are added to these.
          </p>
        )}
        <GrantList
          drafts={grants}
          errorAt={errorAt}
          mayBeEmpty={person.signs_in_with === "provider"}
          onChange={(next) => {
            update.reset();
            draft.setText(JSON.stringify(next));
          }}
        />
        {grants.length === 0 && (
          <p className="text-muted">
            {person.groups.length > 0
              ? "Only the roles of the groups remain."
              : "Without a role, they are signed out and cannot sign in."}
          </p>
        )}
        {isReduced && <MadeByPerson person={person} isRevoked={isRevoked} onChange={setRevoked} />}
        <p className="text-meta text-muted">Changes take effect within seconds, even while the person is signed in.</p>
        <DraftNote draft={draft} />
        {projects.question}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={update.isPending}>
            {update.isPending ? "Saving" : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
