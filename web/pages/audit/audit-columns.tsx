import { Label } from "@patternfly/react-core";
import { Link } from "react-router";

import type { SessionLogData } from "../../api/model.ts";
import { ExactMoment } from "../../messages/moment.tsx";
import { type Say, type TextKey, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableColumn } from "../../table/table-column.ts";
import type { AuditWords } from "./audit-words.ts";
import { NamedPerson } from "./named-person.tsx";

const looks = { S: { status: "success" }, F: { status: "danger" }, N: { status: "warning" } } as const;

/** Result of an audit event as a label. */
export function AuditResult({ result }: Pick<SessionLogData, "result">) {
  const say = useText();
  return (
    <Label isCompact {...looks[result]}>
      {say(`audit.result.${result}`)}
    </Label>
  );
}

const texts = [
  ["ident", "audit.ident", true],
  ["requested", "audit.requested", true],
  ["targetSystem", "audit.targetSystem", true],
  ["account", "audit.account", false],
  ["module", "audit.module", false],
  ["ip", "audit.ip", false],
  ["message", "audit.message", false],
  ["sessid", "audit.session", false],
  ["batchId", "audit.batchId", false],
  ["requestId", "audit.requestId", false],
  ["node", "audit.node", false],
  ["seq", "audit.seq", false],
  ["durationMs", "audit.duration", false],
  ["calls", "audit.calls", false],
] as const satisfies readonly (readonly [keyof SessionLogData, TextKey, boolean])[];

/** Returns the columns of the audit log for its list and its export. */
export function auditColumns(say: Say, words: AuditWords): readonly TableColumn<SessionLogData>[] {
  return [
    {
      name: "time",
      title: "audit.time",
      sortBy: "time",
      cell: ({ key, time }) => (
        <Link to={paths.auditEntry(key)}>
          <ExactMoment at={time} />
        </Link>
      ),
      text: ({ time }) => time,
    },
    {
      name: "operation",
      title: "audit.operation",
      sortBy: "operation",
      cell: ({ operation }) => (
        <>
          {operation} <span className="gatehouse-small">{words.get(operation)}</span>
        </>
      ),
      text: ({ operation }) => operation,
    },
    {
      name: "result",
      title: "audit.result",
      sortBy: "result",
      cell: ({ result }) => <AuditResult result={result} />,
      text: ({ result }) => say(`audit.result.${result}`),
    },
    ...(["actor", "recipient"] as const).map((name): TableColumn<SessionLogData> => ({
      name,
      title: `audit.${name}`,
      cell: ({ [name]: userKey }) => (userKey === null ? null : <NamedPerson userKey={userKey} />),
      text: (row) => row[name] ?? "",
    })),
    ...texts.map(([name, title, isShown]): TableColumn<SessionLogData> => ({
      name,
      title,
      cell: (row) => <span className="gatehouse-value">{row[name]}</span>,
      text: (row) => String(row[name] ?? ""),
      ...(!isShown && { isHidden: true }),
    })),
  ];
}
