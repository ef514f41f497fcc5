import { z } from "zod";

import { auditFindingsMax } from "#domain/audit-limits.ts";
import { type AuditFinding, type LostAnchor, oldDefect, type OldDefectRange } from "#domain/audit/audit-finding.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/** Callback for the progress of a check, in rows. */
export type CheckProgress = (checked: number, total: number) => void;

const anchor = z.strictObject({ node: z.string().min(1), position: z.int().min(1), hash: z.string().min(1) });

const input = z.strictObject({
  /** First and last time of the check, milliseconds UTC. */
  from: z.int().nullable().default(null),
  to: z.int().nullable().default(null),
  anchors: z.array(anchor).default([]),
  progress: z.custom<CheckProgress>((value) => typeof value === "function").optional(),
});

type Input = z.output<typeof input>;

/** Result of a check of the audit. */
export interface AuditVerdict {
  /** Number of checked rows on the chain. */
  readonly checked: number;
  /** Faults; only the first ones if there are very many. */
  readonly findings: readonly AuditFinding[];
  readonly found: number;
  /** Rows that earlier versions of the service wrote wrongly themselves: no damage. */
  readonly oldDefects: readonly OldDefectRange[];
  /** Anchors of places that a restore has lost. */
  readonly lostAnchors: readonly LostAnchor[];
}

/**
 * Checks the audit: each row's own hash, each place of each node's chain, missing rows and surplus rows. It reads whole rows page by page
 * and changes nothing.
 */
export const verifyAudit = defineOperation({
  name: "audit.verify",
  kind: "read",
  input,
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "audit" }) },
  async run(context, given): Promise<AuditVerdict> {
    const findings: AuditFinding[] = [];
    const oldDefects = new Map<string, OldDefectRange>();
    const tally = { checked: 0, found: 0, done: 0 };
    const total = (await context.store.auditCheck.rows()) * (isWhole(given) ? 2 : 1);
    const add = (checked: number, seen: readonly AuditFinding[]) => {
      const more = seen.filter(({ kind }) => kind !== oldDefect);
      for (const one of seen) if (one.kind === oldDefect) widen(oldDefects, one);
      tally.done += checked;
      tally.found += more.length;
      findings.push(...more.slice(0, auditFindingsMax - findings.length));
      given.progress?.(tally.done, total);
    };
    tally.checked = await checkChains(context, given, add);
    if (isWhole(given)) await checkUnchained(context, add);
    const lostAnchors: LostAnchor[] = [];
    for (const kept of given.anchors) {
      const wrong = await context.store.auditCheck.anchor(kept);
      if (wrong !== null && "restoredAt" in wrong) lostAnchors.push(wrong);
      else if (wrong !== null) add(0, [wrong]);
    }
    return { checked: tally.checked, findings, found: tally.found, oldDefects: [...oldDefects.values()], lostAnchors };
  },
});

function widen(ranges: Map<string, OldDefectRange>, { node, position }: AuditFinding): void {
  const { rows, from, to } = ranges.get(node) ?? { rows: 0, from: position, to: position };
  const places = [from, to, position].filter((place) => place !== null);
  const [first, last] = places.length === 0 ? [null, null] : [Math.min(...places), Math.max(...places)];
  ranges.set(node, { node, rows: rows + 1, from: first, to: last });
}

type Add = (checked: number, findings: readonly AuditFinding[]) => void;

function isWhole({ from, to }: Input): boolean {
  return from === null && to === null;
}

async function checkChains({ store }: CallContext, { from, to }: Input, add: Add): Promise<number> {
  const { auditCheck } = store;
  let checked = 0;
  for (const node of await auditCheck.nodes()) {
    const end = await auditCheck.endOf(node, to);
    let place = await auditCheck.startOf(node, from);
    for (;;) {
      const step = await auditCheck.walk(place, end);
      checked += step.checked;
      add(step.checked, step.findings);
      if (step.next === null) break;
      place = step.next;
    }
    if (to === null) add(0, await auditCheck.ending(end));
  }
  return checked;
}

async function checkUnchained({ store }: CallContext, add: Add): Promise<void> {
  for (let after: string | null = ""; after !== null;) {
    const step = await store.auditCheck.unchained(after);
    add(step.checked, step.findings);
    after = step.next;
  }
}
