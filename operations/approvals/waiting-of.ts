import { leavingPageMax } from "#domain/people-limits.ts";
import { allOf, eq, ne, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { noPhase } from "./keep-waiting.ts";

type Authorizer = Row<"requestAuthorizers">;

/** Rows by which phases, and items of subjects, wait for a person who leaves; as many as one transaction handles. */
export interface WaitingOf {
  /** Rows of phases. */
  readonly ofPhases: readonly Authorizer[];
  /** Rows of items that wait by themselves, such as tasks. */
  readonly ofItems: readonly Authorizer[];
  /** True if there may be others. */
  readonly more: boolean;
}

/** Returns the first rows by which somebody is waited for. */
export async function waitingOf({ store }: Pick<CallContext, "store">, userKey: string): Promise<WaitingOf> {
  const isWaitedFor = allOf(eq("waits", true), eq("userKey", userKey), ne("requestPhaseKey", noPhase));
  const rows = await store.select("requestAuthorizers", {
    where: isWaitedFor,
    orderBy: [["key", "asc"]],
    limit: leavingPageMax,
  });
  const keys = [...new Set(rows.map(({ requestPhaseKey }) => requestPhaseKey))];
  const phases = new Set((await store.select("requestPhases", { where: oneOf("key", keys) })).map(({ key }) => key));
  return {
    ofPhases: rows.filter(({ requestPhaseKey }) => phases.has(requestPhaseKey)),
    ofItems: rows.filter(({ requestPhaseKey }) => !phases.has(requestPhaseKey)),
    more: rows.length === leavingPageMax,
  };
}
