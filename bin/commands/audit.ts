import { readFileSync } from "node:fs";

import type { Command } from "commander";

import type { AuditAnchor } from "#operations/audit/read-anchors.ts";
import type { AuditVerdict } from "#operations/audit/verify-audit.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { momentOf } from "../moment-option.ts";
import { gathered } from "../option-values.ts";
import { createProgress } from "../progress.ts";
import { onService, withService } from "../with-service.ts";
import { addAuditListCommand } from "./audit-list.ts";

/** Adds `gatehouse audit list`, which reads through the REST API, and `verify | anchor | sinks`, which work on the database of this installation. */
export function addAuditCommand(program: Command): void {
  const audit = program
    .command("audit")
    .description("List, verify and anchor the audit log, and show its export status");
  addAuditListCommand(audit);
  audit
    .command("verify")
    .description("Verify the integrity of the audit log")
    .option("--from <time>", "look at rows from this moment on, such as 2030-01-31 or 2030-01-31T08:00:00Z")
    .option("--to <time>", "look at rows up to this moment; a day counts to its end")
    .option(
      "--anchor <anchor>",
      "an anchor as `audit anchor` printed it, or @file with one per line (may be repeated)",
      gathered,
    )
    .option("--json", "print the findings as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  gatehouse audit verify\n  gatehouse audit verify --from 2030-01-01 --to 2030-01-31\n  gatehouse audit verify --anchor @/mnt/safe/anchors.txt\n",
    )
    .action(async ({ from, to, anchor = [], json = false }: VerifyOptions) => {
      const input = {
        from: from === undefined ? null : momentOf("--from", from, "begin"),
        to: to === undefined ? null : momentOf("--to", to, "end"),
        anchors: anchor.flatMap(anchorsOf),
      };
      const verdict = await verify(input, json);
      await tell(verdict, json);
      if (verdict.found > 0) throw new CliError(`The audit is damaged: ${verdict.found} finding(s).`);
    });
  audit
    .command("anchor")
    .description("Print the newest position of each node's chain, to be stored outside of this system")
    .addHelpText("after", "\nExample:\n  gatehouse audit anchor >> /mnt/safe/anchors.txt\n")
    .action(async () => {
      const { readAnchors } = await import("#operations/audit/read-anchors.ts");
      const anchors = await onService(readAnchors, {});
      for (const { node, position, hash } of anchors) console.log(`${node}:${position}:${hash}`);
    });
  audit
    .command("sinks")
    .description("Show audit export status: backlog, lag, and errors per sink")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  gatehouse audit sinks\n")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { listSinks } = await import("#operations/audit/list-sinks.ts");
      const progress = await onService(listSinks, {});
      if (json) {
        console.log(JSON.stringify(progress, null, 2));
        return;
      }
      console.log(`${progress.pending} row(s) wait for their place on the chain.`);
      for (const { sink, node, position, lag, failures, lastError } of progress.sinks) {
        const trouble = failures === 0 ? "" : `  failed ${failures} time(s): ${lastError}`;
        console.log(`${sink.padEnd(8)} ${`${node}:${position}`.padEnd(16)} ${lag} row(s) behind${trouble}`);
      }
      if (progress.sinks.length === 0) console.log("No sink has been used. AUDIT_FILE and its like name them.");
    });
}

interface VerifyOptions {
  readonly from?: string;
  readonly to?: string;
  readonly anchor?: string[];
  readonly json?: boolean;
}

async function verify(input: object, silent: boolean): Promise<AuditVerdict> {
  const { verifyAudit } = await import("#operations/audit/verify-audit.ts");
  if (silent) return onService(verifyAudit, input);
  return withService(({ call }) =>
    createProgress(process.stderr).step(
      "Audit",
      (report) =>
        call(verifyAudit, {
          ...input,
          progress: (checked: number, total: number) => report(bar(checked, total)),
        }),
      ({ checked }) => `${checked} rows checked`,
    ),
  );
}

const barCharacters = 24;

function bar(checked: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, checked / total);
  const full = Math.round(share * barCharacters);
  return `[${"█".repeat(full)}${"░".repeat(barCharacters - full)}] ${Math.round(share * 100)} % of ${total} rows`;
}

async function tell({ checked, findings, found, oldDefects, lostAnchors }: AuditVerdict, json: boolean): Promise<void> {
  const { auditFindings, oldDefect } = await import("#domain/audit/audit-finding.ts");
  if (json) {
    console.log(JSON.stringify({ intact: found === 0, checked, found, findings, oldDefects, lostAnchors }, null, 2));
    return;
  }
  for (const { node, rows, from, to } of oldDefects) {
    const range = from === null ? node : `${node}:${from} to ${node}:${to}`;
    console.log(`${oldDefect.padEnd(13)} ${range}, ${rows} row(s)  ${auditFindings[oldDefect]}`);
  }
  for (const { kind, node, position, rowKey } of findings) {
    const place = position === null ? node : `${node}:${position}`;
    console.log(`${kind.padEnd(13)} ${place.padEnd(16)} ${(rowKey ?? "").padEnd(36)}  ${auditFindings[kind]}`);
  }
  for (const { node, position, restoredAt, keptUpTo } of lostAnchors) {
    console.log(
      `restored      ${node}:${position}  The installation was restored at ${new Date(restoredAt).toISOString()}: what stood behind place ${keptUpTo} then is not in it. ` +
        `Check the part before by an anchor of a place up to ${keptUpTo}, and what was lost by the records of a sink.`,
    );
  }
  if (found > findings.length) console.log(`… and ${found - findings.length} more`);
  if (found > 0) return;
  const proved = lostAnchors.length === 0 ? "" : ` ${lostAnchors.length} anchor(s) prove nothing of it.`;
  console.log(`The audit is intact.${proved}`);
}

function anchorsOf(given: string): AuditAnchor[] {
  const lines = given.startsWith("@") ? readFileSync(given.slice(1), "utf8").split("\n") : [given];
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [, node, position, hash] = /^([^:\s]+):(\d+):(\S+)$/.exec(line) ?? [];
      if (node === undefined || position === undefined || hash === undefined)
        throw new CliError(`The anchor '${line}' must have the form node:position:hash.`, ExitCode.Usage);
      return { node, position: Number(position), hash };
    });
}
