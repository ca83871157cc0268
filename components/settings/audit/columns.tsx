import type { DataColumns } from "@/components/data-table/column";
import { PersonName } from "@/components/pickers/person-name";
import { Timestamp } from "@/components/ui/timestamp";
import type { AuditRecord } from "@/lib/contract/audit";
import { actionWords, authorWords, detailsLine } from "@/lib/format/audit-words";

import { OutcomeBadge } from "./outcome-badge";

/** The columns of the audit log. */
export function auditColumns(): DataColumns<AuditRecord> {
  return [
    {
      id: "at",
      header: "Time",
      cell: ({ at }) => <Timestamp at={at} />,
      size: 140,
      meta: { phone: { line: 2 } },
    },
    {
      id: "action",
      header: "Action",
      cell: (record) => actionWords(record),
      size: 180,
      enableHiding: false,
      meta: { primary: true, phone: { line: 1, grow: true } },
    },
    {
      id: "owner",
      header: "By",
      cell: (record) =>
        record.owner === undefined ? (
          <bdi title={authorWords(record)}>{authorWords(record)}</bdi>
        ) : (
          <PersonName owner={record.owner} />
        ),
      size: 150,
      meta: { phone: { line: 2, grow: true } },
    },
    {
      id: "project",
      header: "Project",
      cell: ({ project_id: project }) => project && <bdi title={project}>{project}</bdi>,
      size: 180,
    },
    {
      id: "details",
      header: "Details",
      cell: ({ target, result }) => {
        const words = detailsLine({ ...target, ...result });
        return (
          <bdi title={words} className="text-muted">
            {words}
          </bdi>
        );
      },
      size: 260,
      meta: { grow: true },
    },
    {
      id: "outcome",
      header: "Outcome",
      cell: (record) => <OutcomeBadge record={record} />,
      size: 130,
      meta: { phone: { line: 1 } },
    },
    {
      id: "address",
      header: "Address",
      cell: ({ address }) => <code title={address}>{address}</code>,
      size: 130,
    },
    {
      id: "request",
      header: "Request ID",
      cell: ({ request_id: id }) => <code title={id}>{id}</code>,
      size: 150,
      meta: { optional: true },
    },
    {
      id: "key",
      header: "Key",
      cell: ({ key_id: id }) => <code title={id}>{id}</code>,
      size: 120,
      meta: { optional: true },
    },
  ];
}
