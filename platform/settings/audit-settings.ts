import { z } from "zod";

import { auditFileMaxBytes } from "#domain/audit-limits.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { file, wholeNumber } from "./setting-schemas.ts";

/** The settings of what the audit is copied to. */
export const auditSettings = {
  auditFile: {
    name: "AUDIT_FILE",
    description: "A file to which the hub copies the audit as lines of JSON.",
    type: "file",
    default: null,
    schema: file,
    proxy: false,
    stored: "audit",
  },
  auditFileMaxBytes: {
    name: "AUDIT_FILE_MAX_BYTES",
    description: "Size at which the file of the audit is put aside and a new one begun.",
    type: "bytes",
    default: String(auditFileMaxBytes),
    schema: wholeNumber(1_000, 1_000_000_000_000),
    proxy: false,
    stored: "audit",
  },
  auditFileKeep: {
    name: "AUDIT_FILE_KEEP",
    description: "How many files of the audit that were put aside are kept; 0 keeps all.",
    type: "whole number",
    default: "0",
    schema: wholeNumber(0, 100_000),
    proxy: false,
    stored: "audit",
  },
  auditSyslogAddress: {
    name: "AUDIT_SYSLOG_ADDRESS",
    description:
      "A syslog server to which the hub sends the audit: udp://host:port, tcp://host:port or tls://host:port.",
    type: "address",
    default: null,
    schema: z
      .string()
      .regex(
        /^(udp|tcp|tls):\/\/([^\s/:[\]]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/,
        "must be udp://, tcp:// or tls:// with host and port",
      )
      .nullable(),
    proxy: false,
    stored: "audit",
  },
  auditSyslogCaFile: {
    name: "AUDIT_SYSLOG_CA_FILE",
    description: "PEM file of the authority that signed the certificate of a syslog server at tls://.",
    type: "file",
    default: null,
    schema: file,
    proxy: false,
    stored: "audit",
  },
  auditHttpAddress: {
    name: "AUDIT_HTTP_ADDRESS",
    description: "An address to which the hub posts the audit as lines of JSON.",
    type: "address",
    default: null,
    schema: z
      .string()
      .regex(/^https?:\/\/[^\s]+$/, "must be an http:// or https:// address")
      .nullable(),
    proxy: false,
    stored: "audit",
  },
  auditHttpTokenFile: {
    name: "AUDIT_HTTP_TOKEN_FILE",
    description: "File with the bearer token that is sent to AUDIT_HTTP_ADDRESS.",
    type: "file",
    default: null,
    schema: file,
    proxy: false,
    stored: "audit",
  },
} as const satisfies Record<string, SettingDefinition>;
