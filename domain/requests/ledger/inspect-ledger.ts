import { isSigned } from "./event-kinds.ts";
import { misshapen, type LedgerEvent } from "./event.ts";
import { checksOf, eventFields, firstDifference, type KeptEvent, type LedgerHashes } from "./kept-event.ts";
import type { LedgerFinding } from "./ledger-finding.ts";

/** Events of a ledger, and the faults in the way they are kept. */
export interface InspectedLedger {
  /** All events if nothing was found. */
  readonly events: readonly LedgerEvent[];
  readonly findings: readonly LedgerFinding[];
}

/**
 * Checks whether a ledger is as it was written: each event in its place, with its hash, its keyed hash and, at the end, the signature.
 * Names the changed field of an event. The kept events must come in the order of their numbers.
 */
export function inspectLedger(kept: readonly KeptEvent[], hashes: LedgerHashes): InspectedLedger {
  const events: LedgerEvent[] = [];
  const findings: LedgerFinding[] = [];
  let before: Before = { sequence: 0, hash: "" };
  for (const row of kept) {
    const field = changedField(row, before, hashes);
    const { sequence, kind } = row;
    // An event whose number was changed is missing from its place.
    const next = field === "sequence" ? sequence : before.sequence + 1;
    for (let missing = next; missing < sequence; missing++)
      findings.push({ event: missing, kind: null, field: "*", message: missingWords });
    if (field !== null) findings.push({ event: sequence, kind, field, message: changedWords(field) });
    else events.push({ ...row, facts: parsed(row.content) } as unknown as LedgerEvent);
    before = field === "sequence" ? before : { sequence, hash: field === "hash" ? null : row.hash };
  }
  return { events, findings };
}

/** Previous event; its hash is null if it is no longer known. */
interface Before {
  readonly sequence: number;
  readonly hash: string | null;
}

const missingWords = "The event is missing: it was removed, or given to another request or another place.";

function changedWords(field: string): string {
  return field === "*"
    ? "The event was changed, and not by the service."
    : `The field ${field} of the event is not what was written.`;
}

function changedField(row: KeptEvent, before: Before, hashes: LedgerHashes): string | null {
  if (before.hash === null || row.sequence !== before.sequence + 1) return changedAlone(row, hashes);
  const hash = hashes.hashOf(row, before.hash);
  if (hash !== row.hash) return hashes.isMac(hash, row.mac) ? "hash" : changedContent(row, before.hash, hashes);
  return changedSeal(row, hashes) ?? misshapen({ kind: row.kind, facts: parsed(row.content) });
}

/** Returns the changed field that shows without the previous hash; null if none does. */
function changedAlone(row: KeptEvent, hashes: LedgerHashes): string | null {
  return changedSeal(row, hashes) ?? byChecks(row);
}

function changedSeal({ kind, hash, mac, signature }: KeptEvent, hashes: LedgerHashes): string | null {
  if (!hashes.isMac(hash, mac)) return "mac";
  if (!isSigned(kind)) return signature === null ? null : "signature";
  return signature !== null && hashes.isSignature(hash, signature) ? null : "signature";
}

function changedContent(row: KeptEvent, previous: string, hashes: LedgerHashes): string {
  const facts = parsed(row.content);
  if (facts === undefined) return "facts";
  const checks = checksOf(eventFields(row, facts));
  if (hashes.hashOf({ ...row, checks }, previous) === row.hash) return "checks";
  return byChecks(row) ?? "*";
}

/** Returns the field whose check does not fit; null if all fit. */
function byChecks(row: KeptEvent): string | null {
  const facts = parsed(row.content);
  if (facts === undefined) return "facts";
  const fields = eventFields(row, facts);
  const place = firstDifference(checksOf(fields), row.checks);
  if (place === undefined) return null;
  const name = fields[place]?.[0] ?? "facts";
  // A field whose own name was changed is one that its kind does not have.
  const isKnown = !Object.hasOwn(facts, name) || misshapen({ kind: row.kind, facts }) !== name;
  return isKnown ? name : "facts";
}

function parsed(content: string): object | undefined {
  try {
    const facts: unknown = JSON.parse(content);
    return typeof facts === "object" && facts !== null ? facts : undefined;
  } catch {
    return undefined;
  }
}
