import type { Secret } from "#connectors/contract/index.ts";
import { auditSinkCallMs } from "#domain/audit-limits.ts";

import { type AuditSink, recordLine } from "./audit-sink.ts";

/** Options of an HTTP sink: its collector. */
export interface HttpSinkOptions {
  /** Address to which rows are posted. */
  readonly address: string;
  /** Bearer token for the collector. */
  readonly token?: Secret | undefined;
}

/** Posts the audit as lines of JSON; every answer from 200 to 299 means that the rows were accepted, and redirections are not followed. */
export function createHttpSink({ address, token }: HttpSinkOptions): AuditSink {
  return {
    name: "http",
    async deliver(records) {
      const authorization = token?.use((text): Record<string, string> => ({ authorization: `Bearer ${text}` })) ?? {};
      const response = await fetch(address, {
        method: "POST",
        headers: { ...authorization, "content-type": "application/x-ndjson" },
        body: records.map((record) => `${recordLine(record)}\n`).join(""),
        redirect: "manual",
        signal: AbortSignal.timeout(auditSinkCallMs),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the collector answered ${response.status}`);
    },
  };
}
