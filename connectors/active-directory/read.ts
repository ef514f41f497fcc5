import type { OperationsPart } from "#connectors/contract/index.ts";
import { compileFilter } from "#connectors/ldap-client/filter.ts";
import { pagesOf, refuseCursor } from "#connectors/ldap-client/paging.ts";

import { namingAttribute } from "./address.ts";
import { changes } from "./change-feed.ts";
import { binaryAttributes, findEntry, objectsOf, requireKind, wantedAttributes } from "./entries.ts";
import { createReader } from "./object-reader.ts";
import { readRoot } from "./root.ts";
import { schema } from "./schema.ts";
import type { DomainSession } from "./session.ts";
import { generalizedTimeMs } from "./times.ts";

// `MaxPageSize` of the default query policy; a controller gives no larger pages whatever is asked.
const pageSizeMax = 1_000;

/** The operations that read objects and what there is of them. */
export const readOperations = {
  /** Product, functional level and clock of the domain controller. */
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
  /** One object or undefined. */
  async get(session, { type, ref, attributes }) {
    const entry = await findEntry(session, type, ref, attributes);
    const { options } = session;
    return entry && createReader({ options, kind: requireKind(options, type), wanted: attributes })(entry);
  },
  /** All objects of a type. A cookie of a controller is worth nothing on another connection, so there is no cursor and a retry starts over. */
  async *list(session, { type, filter, attributes, pageSize, after }, call) {
    const { options } = session;
    const kind = requireKind(options, type);
    refuseCursor(after);
    const conditions = filter ? [compileFilter({ naming: namingAttribute }, filter)] : [];
    const search = {
      base: kind.container,
      filter: objectsOf(kind, ...conditions),
      attributes: wantedAttributes(options, kind, attributes),
      binary: binaryAttributes,
      pageSize,
    };
    yield* pagesOf(session, { search, itemOf: createReader({ options, kind, wanted: attributes }) }, call);
  },
} satisfies OperationsPart<DomainSession>;
