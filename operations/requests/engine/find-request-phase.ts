import type { Row } from "#store/tables.ts";

import { findPhase, type FoundPhase, type SubjectPlace } from "../../approvals/find-phase.ts";
import type { CallContext } from "../../kernel/context.ts";
import { RequestSubject } from "./request-subject.ts";

/** A phase of a request; the request is held until the transaction ends. */
export interface FoundRequestPhase extends FoundPhase<RequestSubject> {
  readonly request: Row<"reqbatch">;
}

/**
 * Finds a phase of a request by its number; an open one with the present delegates of its people.
 * @throws NOT_FOUND, PHASE_UNKNOWN
 */
export async function findRequestPhase(
  context: CallContext,
  key: string,
  sequence: number,
  place: SubjectPlace = {},
): Promise<FoundRequestPhase> {
  // The lock keeps the request's own step from closing the phase meanwhile.
  const row = await context.store.lock("reqbatch", key);
  const found = await findPhase(context, row && new RequestSubject(row), sequence, place);
  return { ...found, request: found.subject.row };
}
