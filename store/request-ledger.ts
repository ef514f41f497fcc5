import { createHash, type JsonWebKey } from "node:crypto";

import { ServiceError } from "#domain/errors.ts";
import { type EventKind, isSigned } from "#domain/requests/ledger/event-kinds.ts";
import type { NewEvent } from "#domain/requests/ledger/event.ts";
import { homeChain } from "#domain/requests/ledger/home-chain.ts";
import {
  checksOf,
  contentText,
  eventFields,
  type HashedEvent,
  type KeptEvent,
  type LedgerHashes,
} from "#domain/requests/ledger/kept-event.ts";
import { canonicalJson } from "#domain/requests/order.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import { linkText } from "./audit/audit-content.ts";
import { createRisingKeys } from "./changes/rising-keys.ts";
import type { Database } from "./database.ts";
import { currentModule, withModule } from "./module-scope.ts";
import { createReader } from "./reader.ts";
import type { Homes } from "./replication/homes.ts";
import { transactionScope } from "./transaction-scope.ts";
import type { Writer } from "./writer.ts";

/** Ledgers of requests: their events, each bound to the one before. */
export interface RequestLedger extends LedgerHashes {
  /**
   * Adds an event to a request that the current transaction has made or holds locked. All events of a transaction are written together
   * before its commit; a request that was submitted before there were ledgers gets none.
   * @throws WRITE_OUTSIDE_TRANSACTION
   */
  note<K extends EventKind>(requestKey: string, event: NewEvent<K>): void;
  /** Returns the events of a request in their order, as they are stored; without those of a former home that did not know it was one. */
  read(requestKey: string): Promise<readonly KeptEvent[]>;
  /** Returns the public key that verifies the signature of a last event; undefined if the key no longer exists. */
  publicKeyOf(signature: string): JsonWebKey | undefined;
}

interface LedgerParts {
  readonly database: Database;
  readonly writer: Pick<Writer, "addAll">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: KeyRing;
  readonly node: string;
  readonly homes: Pick<Homes, "of">;
}

const purpose = "request ledger";

/** Makes the ledgers of a database. */
export function createRequestLedger(parts: LedgerParts): RequestLedger {
  const { database, keys } = parts;
  const write = createWrite(parts);
  const { select } = createReader(database);
  return {
    note(requestKey, event) {
      const open = transactionScope.getStore();
      if (!open?.isOpen) throw new ServiceError("WRITE_OUTSIDE_TRANSACTION", { detail: "an event of a request" });
      const known = open.requestEvents.get(requestKey);
      if (known !== undefined) {
        known.push(event);
        return;
      }
      const events: NewEvent[] = [event];
      open.requestEvents.set(requestKey, events);
      const module = currentModule();
      // Before the rows of the change log, so that those of the events go to a database server along with the others.
      open.beforeCommit.unshift(() => withModule(module, () => write(requestKey, events)));
    },
    async read(requestKey) {
      const kept = await select("requestEvents", { where: { requestKey }, orderBy: [["sequence", "asc"]] });
      const home = await parts.homes.of("reqbatch", requestKey);
      return home === undefined ? kept : homeChain(kept, home, { hashOf });
    },
    hashOf,
    isMac: (hash, mac) => keys.isFingerprint(purpose, hash, mac),
    isSignature: (hash, signature) => keys.isSignature(purpose, hash, signature),
    publicKeyOf: (signature) => keys.publicKeyOf(purpose, signature),
  };
}

function hashOf(event: HashedEvent, previous: string): string {
  const { requestKey, sequence, key } = event;
  const link = { node: requestKey, position: sequence, rowKey: key, rowHash: contentText(event) };
  return createHash("sha256").update(linkText(link, previous)).digest("base64url");
}

type End = Pick<KeptEvent, "sequence" | "hash">;

const beginning: End = { sequence: 0, hash: "" };
// Behind its own events a node finds those of a former home, which did not know that it was one.
const endText =
  "SELECT `sequence`, `hash` FROM `requestEvents` WHERE `requestKey` = ? ORDER BY CASE WHEN `lastUpdatedNode` = ? THEN 0 ELSE 1 END, `sequence` DESC LIMIT 1";

function createWrite({ database, writer, clock, ids, keys, node }: LedgerParts) {
  const nextKey = createRisingKeys({ clock, ids });

  async function endOf(requestKey: string): Promise<End | undefined> {
    const [row] = await database.read(endText, [requestKey, node]);
    return row && { sequence: Number(row["sequence"]), hash: row["hash"] as string };
  }

  return async (requestKey: string, events: readonly NewEvent[]): Promise<void> => {
    let end: End | undefined = events[0]?.kind === "submitted" ? beginning : await endOf(requestKey);
    // A request that was submitted before there were ledgers has none.
    if (end === undefined) return;
    const rows: KeptEvent[] = [];
    for (const { facts, ...event } of events) {
      const placed: Omit<HashedEvent, "content" | "checks"> = {
        ...event,
        key: nextKey(),
        requestKey,
        sequence: end.sequence + 1,
      };
      const content = canonicalJson(facts);
      const checks = checksOf(eventFields(placed, JSON.parse(content) as object));
      const hash = hashOf({ ...placed, content, checks }, end.hash);
      const signature = isSigned(event.kind) ? keys.sign(purpose, hash) : null;
      rows.push({ ...placed, content, checks, hash, mac: keys.fingerprint(purpose, hash), signature });
      end = { sequence: placed.sequence, hash };
    }
    await writer.addAll("requestEvents", rows as (KeptEvent & { kind: EventKind })[]);
  };
}
