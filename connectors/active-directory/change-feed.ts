import { Control, type Filter, GreaterThanEqualsFilter, LessThanEqualsFilter, PresenceFilter } from "ldapts";

import { type Call, type ChangePage, type ChangesRequest, ConnectorError } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { searchPages } from "#connectors/ldap-client/paging.ts";
import { fromWire, textsOf } from "#connectors/ldap-client/values.ts";

import { type ChangeToken, type FeedState, readToken, requireContinuous, writeToken } from "./change-token.ts";
import { objectsOf, requireKind } from "./entries.ts";
import { binaryAttributes, idAttribute, idOf } from "./entry-identity.ts";
import { guidToText } from "./identifiers.ts";
import { readingOf } from "./object-reader.ts";
import { readRoot, type RootEntry } from "./root.ts";
import type { DomainSession } from "./session.ts";
import { generalizedTimeMs } from "./times.ts";
import { touchedGroups } from "./touched-groups.ts";

const noSuchObject = 32;
const pageSize = 500;
const dayMs = 86_400_000;
// Default of a forest without the setting.
const tombstoneLifetimeDays = 60;
const showDeleted = new Control("1.2.840.113556.1.4.417", { critical: true });

/**
 * Yields changes by the update sequence numbers of one controller. Only the last page carries a new token, because a controller
 * returns changes in no certain order: a reader who stops earlier starts over. An object that has left the container of its type
 * counts as deleted.
 * @throws config if a full listing is needed
 */
export async function* changes(
  session: DomainSession,
  { type, token }: ChangesRequest,
  call: Call,
): AsyncGenerator<ChangePage> {
  requireKind(session.options, type);
  const root = await readRoot(session);
  const state = await readState(session, root);
  const showsDeletions = await seesDeleted(session, root);
  if (token !== undefined) {
    const from = readToken(token);
    requireContinuous(from, state);
    let done = 0;
    for await (const found of changesBetween(session, { type, root, from, to: state }, call)) {
      done += found.length;
      if (found.length > 0) yield { changes: found, token, more: true, showsDeletions };
      call.heartbeat({ done });
    }
  }
  yield { changes: [], token: writeToken(state), more: false, showsDeletions };
}

interface Span {
  readonly type: string;
  readonly root: RootEntry;
  readonly from: ChangeToken;
  readonly to: ChangeToken;
}

async function* changesBetween(
  session: DomainSession,
  { type, root, from, to }: Span,
  call: Call,
): AsyncGenerator<ChangePage["changes"]> {
  const { options } = session;
  const kind = requireKind(options, type);
  const filter = objectsOf(kind, ...changedBetween(from, to));
  // The whole domain first, because deleted objects lie in a container of their own and moved ones anywhere.
  const elsewhere = new Set<string>();
  const changed: string[] = [];
  let someAreGone = false;
  const everywhere = {
    base: root.defaultNamingContext ?? options.baseDN,
    filter,
    pageSize,
    binary: binaryAttributes,
    attributes: [idAttribute, "isDeleted"],
    controls: [showDeleted],
  };
  for await (const entries of searchPages(session, everywhere, call.signal)) {
    const gone = entries.filter((entry) => textsOf(entry, "isDeleted").includes("TRUE"));
    someAreGone ||= gone.length > 0;
    for (const entry of entries.filter((one) => !gone.includes(one))) {
      elsewhere.add(idOf(entry));
      changed.push(entry.dn);
    }
    yield gone.map((entry) => ({ kind: "delete", type, id: idOf(entry) }));
  }
  const reading = await readingOf(session, kind);
  const given = new Set<string>();
  const newAccounts = objectsOf(requireKind(options, "account"), ...madeBetween(from, to));
  const touch = { kind, changed, someAreGone, newAccounts, signal: call.signal };
  const touched = kind.type === "group" ? await touchedGroups(session, touch) : [];
  for (const one of [filter, ...touched]) {
    const ours = { base: kind.container, filter: one, pageSize, ...reading };
    for await (const entries of searchPages(session, ours, call.signal)) {
      const objects = (await reading.objectsOf(entries)).filter(({ id }) => !given.has(id));
      for (const { id } of objects) {
        elsewhere.delete(id);
        given.add(id);
      }
      yield objects.map((object) => ({ kind: "upsert", object }));
    }
  }
  const left = [...elsewhere];
  for (let start = 0; start < left.length; start += pageSize)
    yield left.slice(start, start + pageSize).map((id) => ({ kind: "delete", type, id }));
}

function changedBetween(from: ChangeToken, to: ChangeToken): Filter[] {
  return [
    new GreaterThanEqualsFilter({ attribute: "uSNChanged", value: String(from.usn + 1n) }),
    new LessThanEqualsFilter({ attribute: "uSNChanged", value: String(to.usn) }),
  ];
}

function madeBetween(from: ChangeToken, to: ChangeToken): Filter[] {
  const made = new GreaterThanEqualsFilter({ attribute: "uSNCreated", value: String(from.usn + 1n) });
  return [made, ...changedBetween(from, to)];
}

async function readState(session: DomainSession, root: RootEntry): Promise<FeedState> {
  const { highestCommittedUSN, currentTime, dsServiceName = "", configurationNamingContext = "" } = root;
  const settings = await entryAt(session, dsServiceName, ["invocationId"], ["invocationId"]);
  const [invocationId] = fromWire(settings?.["invocationId"]);
  const readAtMs = generalizedTimeMs(currentTime);
  if (!(invocationId instanceof Uint8Array) || highestCommittedUSN === undefined || readAtMs === undefined)
    throw new ConnectorError("config", "The domain controller does not tell the administrator where its changes are.");
  const service = `CN=Directory Service,CN=Windows NT,CN=Services,${configurationNamingContext}`;
  const lifetime = await entryAt(session, service, ["tombstoneLifetime"]);
  const days = Number((lifetime && textsOf(lifetime, "tombstoneLifetime")[0]) ?? tombstoneLifetimeDays);
  return {
    invocationId: guidToText(invocationId),
    usn: BigInt(highestCommittedUSN),
    readAtMs,
    tombstoneLifetimeMs: days * dayMs,
  };
}

/** Returns true if the administrator may read the container of deleted objects; by default only domain administrators may. */
async function seesDeleted(session: DomainSession, { defaultNamingContext = "" }: RootEntry): Promise<boolean> {
  const filter = new PresenceFilter({ attribute: "objectClass" });
  const options = { scope: "base" as const, filter, attributes: ["isDeleted"] };
  try {
    const found = await boundClient(session).search(`CN=Deleted Objects,${defaultNamingContext}`, options, showDeleted);
    // Without the right the controller may show that the container exists, and no more.
    return found.searchEntries.some((entry) => textsOf(entry, "isDeleted").includes("TRUE"));
  } catch (error) {
    if (resultCodeOf(error) === noSuchObject) return false;
    throw error;
  }
}
