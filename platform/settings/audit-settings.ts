import { auditFileMaxBytes } from "#domain/audit-limits.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { address, file, wholeNumber } from "./setting-schemas.ts";

/** Settings of the copies of the audit. */
export const auditSettings = {
  auditFile: {
    name: "AUDIT_FILE",
    description: "A file to which the hub copies the audit as lines of JSON.",
    ...file,
    stored: "audit",
  },
  auditFileMaxBytes: {
    name: "AUDIT_FILE_MAX_BYTES",
    description: "Size at which the file of the audit is put aside and a new one begun.",
    ...wholeNumber("bytes", auditFileMaxBytes, 1_000, 1_000_000_000_000),
    stored: "audit",
  },
  auditFileKeep: {
    name: "AUDIT_FILE_KEEP",
    description: "Number of rotated audit files to keep; 0 keeps all.",
    ...wholeNumber("whole number", 0, 0, 100_000),
    stored: "audit",
  },
  auditSyslogAddress: {
    name: "AUDIT_SYSLOG_ADDRESS",
    description:
      "A syslog server to which the hub sends the audit: udp://host:port, tcp://host:port or tls://host:port.",
    ...address(
      /^(udp|tcp|tls):\/\/([^\s/:[\]]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/,
      "must be udp://, tcp:// or tls:// with host and port",
    ),
    stored: "audit",
  },
  auditSyslogCaFile: {
    name: "AUDIT_SYSLOG_CA_FILE",
    description: "PEM file of the authority that signed the certificate of a syslog server at tls://.",
    ...file,
    stored: "audit",
  },
  auditHttpAddress: {
    name: "AUDIT_HTTP_ADDRESS",
    description: "An address to which the hub posts the audit as lines of JSON.",
    ...address(/^https?:\/\/[^\s]+$/, "must be an http:// or https:// address"),
    stored: "audit",
  },
  auditHttpTokenFile: {
    name: "AUDIT_HTTP_TOKEN_FILE",
    description: "File with the bearer token that is sent to AUDIT_HTTP_ADDRESS.",
    ...file,
    stored: "audit",
  },
} as const satisfies Record<string, SettingDefinition>;
