import type { Entry } from "ldapts";

import type { OperationsPart, TargetObject } from "#connectors/contract/index.ts";
import { compileFilter } from "#connectors/ldap-client/filter.ts";
import { refuseCursor, searchPages } from "#connectors/ldap-client/paging.ts";

import { namingAttribute } from "./address.ts";
import { changes } from "./change-feed.ts";
import { DomainMembers } from "./domain-members.ts";
import { toDomainFilter } from "./domain-values.ts";
import { findEntry, objectsOf, requireKind } from "./entries.ts";
import { readingOf } from "./object-reader.ts";
import { readRoot } from "./root.ts";
import { schema } from "./schema.ts";
import type { DomainSession } from "./session.ts";
import { generalizedTimeMs } from "./times.ts";
import { groupPlaceOf } from "./walk-members.ts";

// `MaxPageSize` of the default query policy; a controller never returns larger pages.
const pageSizeMax = 1_000;

/** Operations that read objects, and facts about the domain. */
export const readOperations = {
  /** Returns product, functional level and clock of the domain controller. */
  async serverInfo(session) {
    const { vendorName, domainControllerFunctionality: level, currentTime } = await readRoot(session);
    const targetMs = generalizedTimeMs(currentTime);
    return {
      product: vendorName === undefined ? "Active Directory" : `Active Directory by ${vendorName}`,
      ...(level !== undefined && { version: `functional level ${level}` }),
      ...(targetMs !== undefined && { clockSkewMs: targetMs - Date.now() }),
      limits: { pageSizeMax },
    };
  },
  schema,
  changes,
  /** Returns one object, or undefined. */
  async get(session, { type, ref, attributes }) {
    const entry = await findEntry(session, type, ref, attributes);
    if (entry === undefined) return undefined;
    const reading = await readingOf(session, requireKind(session.options, type), attributes);
    return (await reading.objectsOf([entry]))[0];
  },
  /**
   * Lists all objects of a type, groups with their members. A cookie of a controller is worthless on another connection, so there
   * is no cursor and a retry starts over.
   */
  async *list(session, request, call) {
    const { type, filter, attributes, pageSize } = request;
    const kind = requireKind(session.options, type);
    refuseCursor(request.after);
    const reading = await readingOf(session, kind, attributes);
    const asked = filter && (await toDomainFilter(session, filter));
    const conditions = asked ? [compileFilter({ naming: namingAttribute }, asked)] : [];
    const search = { base: kind.container, filter: objectsOf(kind, ...conditions), pageSize, ...reading };
    // A filter selects few groups, for which reading the whole domain is not worthwhile.
    const members = type === "group" && filter === undefined ? new DomainMembers() : undefined;
    for await (const done of members?.read(session, pageSize, call) ?? []) {
      yield { items: [] };
      call.heartbeat({ done });
    }
    let done = 0;
    for await (const entries of searchPages(session, search, call.signal)) {
      const objects = await reading.objectsOf(entries);
      const items = members === undefined ? objects : await withMembers(members, { entries, objects });
      done += entries.length;
      yield { items };
      call.heartbeat({ done });
    }
  },
} satisfies OperationsPart<DomainSession>;

interface Listed {
  readonly entries: readonly Entry[];
  /** Objects made of the entries. */
  readonly objects: readonly TargetObject[];
}

async function withMembers(members: DomainMembers, { entries, objects }: Listed): Promise<TargetObject[]> {
  const groups = entries.map(groupPlaceOf);
  const lists = await Promise.all(groups.map((group) => members.of(group)));
  return objects.map((object, index) => ({ ...object, members: lists[index] ?? [] }));
}
