import { readFileSync } from "node:fs";

import { Secret } from "#connectors/contract/index.ts";

import type { auditSettings } from "../settings/audit-settings.ts";
import type { Settings } from "../settings/settings.ts";
import type { AuditSink } from "./audit-sink.ts";
import { createFileSink } from "./file-sink.ts";
import { createHttpSink } from "./http-sink.ts";
import { createSyslogSink, type SyslogSinkOptions } from "./syslog-sink.ts";

/** Settings that decide where the audit is copied to. */
export type AuditSinkSettings = Pick<Settings, keyof typeof auditSettings>;

/**
 * Makes the sinks that the settings name.
 * @throws Error if a named file cannot be read
 */
export function createAuditSinks(settings: AuditSinkSettings): AuditSink[] {
  const { auditFile, auditFileMaxBytes, auditFileKeep, auditSyslogAddress, auditHttpAddress } = settings;
  const sinks: AuditSink[] = [];
  if (auditFile !== null)
    sinks.push(createFileSink({ path: auditFile, maxBytes: auditFileMaxBytes, keep: auditFileKeep }));
  if (auditSyslogAddress !== null) sinks.push(createSyslogSink(syslogOptions(auditSyslogAddress, settings)));
  if (auditHttpAddress !== null) {
    const { auditHttpTokenFile } = settings;
    const token = auditHttpTokenFile === null ? undefined : new Secret(readFileSync(auditHttpTokenFile, "utf8").trim());
    sinks.push(createHttpSink({ address: auditHttpAddress, token }));
  }
  return sinks;
}

function syslogOptions(address: string, { auditSyslogCaFile }: AuditSinkSettings): SyslogSinkOptions {
  const { protocol, hostname, port } = new URL(address);
  return {
    transport: protocol.slice(0, -1) as SyslogSinkOptions["transport"],
    host: hostname.replaceAll(/^\[|\]$/g, ""),
    port: Number(port),
    ca: auditSyslogCaFile === null ? undefined : readFileSync(auditSyslogCaFile, "utf8"),
  };
}
