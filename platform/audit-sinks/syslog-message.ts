import type { AuditRecord } from "#domain/audit/audit-record.ts";

import { recordLine } from "./audit-sink.ts";

const facilityAudit = 13;
const severityNotice = 5;
const severityWarning = 4;
const nameMaxCharacters = 48;
const hostMaxCharacters = 255;

/**
 * Returns a row as a message of RFC 5424: facility 13 (log audit), the operation as MSGID, node, position and hash as structured data, and
 * the whole row as JSON in the text, which begins with the UTF-8 byte order mark.
 */
export function syslogMessage(record: AuditRecord, host: string): string {
  const severity = record.result === "S" ? severityNotice : severityWarning;
  const priority = facilityAudit * 8 + severity;
  const head = [
    `<${priority}>1`,
    new Date(record.time).toISOString(),
    headerName(host, hostMaxCharacters),
    "gatehouse",
    "-",
    headerName(record.operation, 32),
  ];
  const { node, position, hash } = record;
  // RFC 5612 reserves the number 32473 for organizations without one of their own.
  const data = `[audit@32473 node="${escaped(node)}" position="${position}" hash="${escaped(hash)}"]`;
  return `${head.join(" ")} ${data} \uFEFF${recordLine(record)}`;
}

function headerName(text: string, max: number): string {
  const clean = text.replaceAll(/[^\x21-\x7e]/g, "").slice(0, max);
  return clean === "" ? "-" : clean;
}

function escaped(text: string): string {
  return text.slice(0, nameMaxCharacters * 4).replaceAll(/["\\\]]/g, (character) => `\\${character}`);
}
