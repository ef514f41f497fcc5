import { z } from "zod";

import { auditFindingsMax, auditPartRowsMax, auditPlaceMaxCharacters } from "#domain/audit-limits.ts";
import { type AuditFinding, oldDefect } from "#domain/audit/audit-finding.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { AuditCheck } from "#store/audit/audit-check.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { periodInput, periodRule } from "../kernel/inputs/operation-input.ts";
import { readerOf } from "../kernel/reads-of.ts";
import { type CheckedPlace, placeIn, placeText } from "./engine/checked-place.ts";

const placeRule = "must be what the part before has answered, or null for the first one";

const place = z
  .string(placeRule)
  .max(auditPlaceMaxCharacters, placeRule)
  .transform((text, check) => {
    const found = placeIn(text);
    if (found === undefined) check.addIssue({ code: "custom", message: placeRule });
    return found ?? z.NEVER;
  })
  .meta({ rule: placeRule });

const input = periodInput.safeExtend({ continueAt: place.nullish() }).meta({ rule: periodRule });

/** Period of the check: first and last time, milliseconds UTC. */
interface Period {
  readonly from: number | null;
  readonly to: number | null;
}

/** Result of one part of a check of the audit. */
export interface CheckedPart {
  /** Number of checked rows. */
  readonly checked: number;
  /** Number of all rows; null except in the first part. */
  readonly rows: number | null;
  /** Faults; only the first ones if there are very many. */
  readonly findings: readonly AuditFinding[];
  readonly found: number;
  /** Number of rows that earlier versions of the service wrote wrongly themselves: no damage. */
  readonly oldDefects: number;
  /** Position of the next part; null if everything was checked. */
  readonly continueAt: string | null;
}

/**
 * Checks a part of the audit, at most 10,000 rows: each row's own hash, each place of each node's chain, missing rows and, without a
 * period, surplus rows. Repeated calls with the returned position check all of it.
 * @throws INPUT_INVALID
 */
export const verifyAuditPart = defineOperation({
  name: "audit.verifyPart",
  kind: "read",
  input,
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("sessionLogData/verify") }],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "audit" }) },
  async run(context, { from = null, to = null, continueAt = null }): Promise<CheckedPart> {
    const auditCheck = auditCheckOf(context);
    const findings: AuditFinding[] = [];
    const tally = { checked: 0, found: 0, oldDefects: 0 };
    let at = continueAt ?? (await firstPlace(auditCheck, { from, to }));
    while (at !== null && tally.checked < auditPartRowsMax) {
      const step = await checkedFrom(auditCheck, at, { from, to });
      const wrong = step.findings.filter(({ kind }) => kind !== oldDefect);
      tally.checked += step.checked;
      tally.found += wrong.length;
      tally.oldDefects += step.findings.length - wrong.length;
      findings.push(...wrong.slice(0, auditFindingsMax - findings.length));
      at = step.next;
    }
    const rows = continueAt === null ? await auditCheck.rows() : null;
    return { ...tally, rows, findings, continueAt: at === null ? null : placeText(at) };
  },
});

/**
 * Returns the reader for a check. The operator's own commands have a process of their own; a user's call must not block the process of all
 * others.
 */
function auditCheckOf({ store, caller }: CallContext): AuditCheck {
  return caller.kind === "engine" ? store.auditCheck : store.auditCheckFor(readerOf({ caller }));
}

interface Step {
  readonly checked: number;
  readonly findings: readonly AuditFinding[];
  readonly next: CheckedPlace | null;
}

async function firstPlace(check: AuditCheck, period: Period): Promise<CheckedPlace | null> {
  const [node] = await check.nodes();
  return node === undefined ? behindChains(period) : beginningOf(check, node, period);
}

async function beginningOf(check: AuditCheck, node: string, { from }: Period): Promise<CheckedPlace> {
  const { position } = await check.startOf(node, from);
  return { of: "chain", node, position };
}

/** Returns the position of the rows on no chain, which belong to no period; null if a period is given. */
function behindChains({ from, to }: Period): CheckedPlace | null {
  return from === null && to === null ? { of: "rows", after: "" } : null;
}

async function checkedFrom(check: AuditCheck, at: CheckedPlace, period: Period): Promise<Step> {
  if (at.of === "chain") return checkedChain(check, at, period);
  const { next, ...step } = await check.unchained(at.after);
  return { ...step, next: next === null ? null : { of: "rows", after: next } };
}

async function checkedChain(
  check: AuditCheck,
  { node, position }: CheckedPlace & { readonly of: "chain" },
  period: Period,
): Promise<Step> {
  const end = await check.endOf(node, period.to);
  const { checked, findings, next } = await check.walk(await check.placeOf(node, position), end);
  if (next !== null) return { checked, findings, next: { of: "chain", node, position: next.position } };
  const ending = period.to === null ? await check.ending(end) : [];
  const following = (await check.nodes()).find((other) => other > node);
  return {
    checked,
    findings: [...findings, ...ending],
    next: following === undefined ? behindChains(period) : await beginningOf(check, following, period),
  };
}
