import { queryOptions } from "@tanstack/react-query";

import { change, read } from "./call.ts";
import type { CheckedAuditPart, SessionLogData, SessionLogDataSetVerifyInput } from "./model.ts";
import { entity } from "./odata.ts";

/** The set of audit events. */
export const auditPath = "/v2/sessionLogData";

/** Returns the query for an audit event; it is read once, because events never change. */
export function auditEntryQuery(key: string) {
  return queryOptions({
    queryKey: [auditPath, key],
    queryFn: ({ signal }) => read<SessionLogData>(entity(auditPath, key), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Verifies the integrity of a part of the audit log.
 * @throws CallError, UnreachableError
 */
export function verifyPart(body: SessionLogDataSetVerifyInput): Promise<CheckedAuditPart> {
  return change({ method: "POST", path: `${auditPath}/verify`, body });
}
