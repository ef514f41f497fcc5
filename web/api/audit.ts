import { queryOptions } from "@tanstack/react-query";

import { change, read } from "./call.ts";
import type { CheckedAuditPart, SessionLogData, SessionLogDataSetVerifyInput } from "./model.ts";
import { entity } from "./odata.ts";

/** The set of rows of the audit. */
export const auditPath = "/v2/sessionLogData";

/** A row of the audit, which never changes. */
export function auditEntryQuery(key: string) {
  return queryOptions({
    queryKey: [auditPath, key],
    queryFn: ({ signal }) => read<SessionLogData>(entity(auditPath, key), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Checks a part of the audit.
 * @throws CallError, UnreachableError
 */
export function verifyPart(body: SessionLogDataSetVerifyInput): Promise<CheckedAuditPart> {
  return change({ method: "POST", path: `${auditPath}/verify`, body });
}
