import type { JsonWebKey } from "node:crypto";

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { allOf, gt, oneOf } from "#domain/query/condition.ts";
import { compareWithRecord, type RequestRecord } from "#domain/requests/ledger/compare-with-record.ts";
import { inspectLedger } from "#domain/requests/ledger/inspect-ledger.ts";
import type { KeptEvent } from "#domain/requests/ledger/kept-event.ts";
import type { LedgerFinding } from "#domain/requests/ledger/ledger-finding.ts";
import { replay } from "#domain/requests/ledger/replay.ts";
import { isFinal, type RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/** Result of replaying a request. */
export interface ReplayVerdict {
  readonly key: string;
  readonly number: string;
  /** Number of events in its ledger. */
  readonly events: number;
  /** Status by its row. */
  readonly status: RequestStatus;
  /** Status to which its events lead; null if they cannot be followed. */
  readonly replayed: RequestStatus | null;
  /** Differences and faults; empty if there are none. */
  readonly findings: readonly LedgerFinding[];
  /** End of the ledger with the service's signature, and the public key for checking it; null before the end. */
  readonly signed: SignedEnd | null;
}

/** Hash of a last event, with the service's signature. */
export interface SignedEnd {
  readonly hash: string;
  readonly signature: string;
  readonly publicKey: JsonWebKey | null;
}

const unknownText = "No request has this key. 'gatehouse request list' shows them.";

/**
 * Recomputes the course of a request from its ledger alone, and compares it with the rows: first the events themselves, then the
 * consequences of them, then the rows of the request. It changes nothing.
 * @throws NOT_FOUND, LEDGER_MISSING
 */
export const replayRequest = defineOperation<{ key: string }, ReplayVerdict>({
  name: "requests.replay",
  kind: "read",
  input: z.strictObject({ key: z.string().min(1) }),
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ key }) => ({ batchId: key }) },
  async run(context, { key }): Promise<ReplayVerdict> {
    const { requestLedger } = context.store;
    const request = await context.store.get("reqbatch", key);
    if (!request) throw new ServiceError("NOT_FOUND", { target: `requests('${key}')`, message: unknownText });
    const kept = await requestLedger.read(key);
    if (kept.length === 0) throw new ServiceError("LEDGER_MISSING", { target: `requests('${key}')` });
    const { replayed, findings } = await judge(context, request, kept);
    const { number, status } = request;
    return { key, number, events: kept.length, status, replayed, findings, signed: signedEnd(context, kept) };
  },
});

type Judged = Pick<ReplayVerdict, "replayed" | "findings">;

async function judge(context: ServiceContext, request: Row<"reqbatch">, kept: readonly KeptEvent[]): Promise<Judged> {
  const { events, findings } = inspectLedger(kept, context.store.requestLedger);
  if (findings.length > 0) return { replayed: null, findings: [...findings, ...endMissing(request, kept)] };
  const replayed = replay(events);
  if (replayed === undefined) return { replayed: null, findings: [beginningMissing] };
  if (replayed.finding !== null) return { replayed: replayed.status, findings: [replayed.finding] };
  const compared = compareWithRecord(events, replayed, await recordOf(context, request));
  return { replayed: replayed.status, findings: [...compared, ...endMissing(request, kept)] };
}

const beginningMissing: LedgerFinding = {
  event: 1,
  kind: null,
  field: "*",
  message: "The ledger does not begin with the submission.",
};

function endMissing({ status }: Row<"reqbatch">, kept: readonly KeptEvent[]): LedgerFinding[] {
  const last = kept.at(-1);
  if (!isFinal(status) || last === undefined || kept.some(({ kind }) => kind === "ended")) return [];
  const message = "The request has ended by its record, and the ledger has no event that tells of it.";
  return [{ event: last.sequence + 1, kind: "ended", field: "*", message }];
}

async function recordOf({ store }: ServiceContext, request: Row<"reqbatch">): Promise<RequestRecord> {
  const where = { requestKey: request.key };
  return {
    request,
    operations: await store.select("requestOperations", { where }),
    phases: await store.select("requestPhases", { where }),
    authorizers: await store.select("requestAuthorizers", { where }),
    decisions: await store.select("decisions", { where }),
    comments: await store.select("requestComments", { where }),
    disclosures: await disclosuresOf(store, request.key),
  };
}

/** Returns the disclosures that revealed a password. */
async function disclosuresOf(store: ServiceContext["store"], requestKey: string) {
  const checkouts = await store.select("checkouts", { where: { requestKey } });
  const keys = checkouts.map(({ key }) => key);
  return store.select("disclosures", { where: allOf(oneOf("checkoutKey", keys), gt("usedAt", 0)) });
}

function signedEnd({ store }: ServiceContext, kept: readonly KeptEvent[]): SignedEnd | null {
  const { hash, signature } = kept.at(-1) ?? { hash: "", signature: null };
  if (signature === null) return null;
  return { hash, signature, publicKey: store.requestLedger.publicKeyOf(signature) ?? null };
}
