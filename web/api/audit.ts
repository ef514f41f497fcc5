import { queryOptions } from "@tanstack/react-query";

import { type BodyOf, call, change } from "./call.ts";
import type { CheckedAuditPart } from "./model.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** The set of audit events. */
export const auditPath = pathOf("sessionLogData");

/** Returns the query for an audit event; it is read once, because events never change. */
export function auditEntryQuery(key: string) {
  return queryOptions({
    queryKey: [auditPath, key],
    queryFn: ({ signal }) => read(pathOf("sessionLogData()", key), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Verifies the integrity of a part of the audit log.
 * @throws CallError, UnreachableError
 */
export function verifyPart(body: BodyOf<"POST sessionLogData/verify">): Promise<CheckedAuditPart> {
  return change(call("POST sessionLogData/verify", { body }));
}
