import type { Call, GetRequest, ListRequest, Page, ServerInfo, TargetObject } from "#connectors/contract/index.ts";
import { compileFilter } from "#connectors/ldap-client/filter.ts";
import { refuseCursor, searchPages } from "#connectors/ldap-client/paging.ts";

import { namingAttribute } from "./address.ts";
import { binaryAttributes, findEntry, objectsOf, requireKind, wantedAttributes } from "./entries.ts";
import { createReader } from "./object-reader.ts";
import { readRoot } from "./root.ts";
import type { DomainSession } from "./session.ts";
import { generalizedTimeMs } from "./times.ts";

// `MaxPageSize` of the default query policy; a controller gives no larger pages whatever is asked.
const pageSizeMax = 1_000;

/** Product, functional level and clock of the domain controller. */
export async function serverInfo(session: DomainSession): Promise<ServerInfo> {
  const { vendorName, domainControllerFunctionality: level, currentTime } = await readRoot(session);
  const targetMs = generalizedTimeMs(currentTime);
  return {
    product: vendorName === undefined ? "Active Directory" : `Active Directory by ${vendorName}`,
    ...(level !== undefined && { version: `functional level ${level}` }),
    ...(targetMs !== undefined && { clockSkewMs: targetMs - Date.now() }),
    limits: { pageSizeMax },
  };
}

/** One object or undefined. */
export async function get(
  session: DomainSession,
  { type, ref, attributes }: GetRequest,
): Promise<TargetObject | undefined> {
  const entry = await findEntry(session, type, ref, attributes);
  if (entry === undefined) return undefined;
  const { options } = session;
  return createReader({ options, kind: requireKind(options, type), wanted: attributes })(entry);
}

/** All objects of a type. A cookie of a controller is worth nothing on another connection, so there is no cursor and a retry starts over. */
export async function* list(
  session: DomainSession,
  request: ListRequest,
  call: Call,
): AsyncGenerator<Page<TargetObject>> {
  const { options } = session;
  const kind = requireKind(options, request.type);
  refuseCursor(request.after);
  const conditions = request.filter ? [compileFilter({ naming: namingAttribute }, request.filter)] : [];
  const search = {
    base: kind.container,
    filter: objectsOf(kind, ...conditions),
    attributes: wantedAttributes(options, kind, request.attributes),
    binary: binaryAttributes,
    pageSize: request.pageSize,
  };
  const read = createReader({ options, kind, wanted: request.attributes });
  let done = 0;
  for await (const entries of searchPages(session, search, call.signal)) {
    done += entries.length;
    yield { items: entries.map(read) };
    call.heartbeat({ done });
  }
}
