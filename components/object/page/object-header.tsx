"use client";

import { Link2 } from "lucide-react";
import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Quantity } from "@/components/ui/quantity";
import { Timestamp } from "@/components/ui/timestamp";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectPath } from "@/lib/format/address";
import { byteParts } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";

import { LabelChips } from "@/components/ui/label-chips";
import { ObjectClass } from "../list/columns";
import { refInto } from "./ref-path";

interface ObjectHeaderProps {
  name: string;
  version: ObjectVersion | undefined;
  /** Buttons at the end. */
  actions: ReactNode;
}

/** A version in one line: the name first, all other facts less prominent. */
export function ObjectHeader({ name, version, actions }: ObjectHeaderProps) {
  const ref = version && refInto(pageVersionOf(version));
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
      <h1 title={name} className="max-w-full min-w-0 truncate text-title font-semibold sm:max-w-[40%]">
        <bdi>{name}</bdi>
      </h1>
      {version && (
        <dl className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-body">
          <Fact term="Version">
            <span className="inline-flex items-center gap-1.5 font-medium">
              {versionName(version.version_index)}
              {version.is_latest === 1 && <Badge tone="accent">latest</Badge>}
              {version.deleted_at && <Badge tone="warning">deleted</Badge>}
            </span>
          </Fact>
          {version.labels && (
            <Fact term="Labels">
              <LabelChips
                labels={version.labels}
                max={3}
                hrefOf={(label) => objectPath(version.project_id, { kind: version.kind, name, digest: label })}
              />
            </Fact>
          )}
          {version.base_object_class !== undefined && (
            <Fact term="Class">
              <ObjectClass version={version} />
            </Fact>
          )}
          <Fact term="Published">
            <Timestamp at={version.created_at} />
          </Fact>
          {version.ext_user_id !== undefined && (
            <Fact term="By" isNamed>
              <bdi title={version.ext_user_id} className="inline-block max-w-40 truncate align-bottom">
                {version.ext_user_id}
              </bdi>
            </Fact>
          )}
          <Fact term="Size">
            <Quantity parts={byteParts(version.size_bytes)} />
          </Fact>
          <Fact term="Digest" isNamed>
            <span className="inline-flex items-center gap-0.5">
              <code title={version.digest} className="text-meta">
                {shortenMiddle(version.digest, 12)}
              </code>
              <CopyButton text={version.digest} label="Copy digest" />
              {ref !== undefined && <CopyButton text={ref} label="Copy ref" icon={Link2} />}
            </span>
          </Fact>
        </dl>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
    </header>
  );
}

/** A version as its page names it. */
export function pageVersionOf({ project_id, kind, object_id, digest }: ObjectVersion) {
  return { projectId: project_id, kind, name: object_id, digest };
}

interface FactProps {
  term: string;
  /** Shows the term; otherwise it is only for screen readers, if the value is clear without it. */
  isNamed?: boolean;
  children: ReactNode;
}

function Fact({ term, isNamed = false, children }: FactProps) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt className={isNamed ? "shrink-0 text-muted" : "sr-only"}>{term}</dt>
      <dd className="min-w-0 truncate *:align-middle">{children}</dd>
    </div>
  );
}
