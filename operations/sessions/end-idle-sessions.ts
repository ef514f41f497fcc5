import { batchRowsMax } from "#domain/limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import { sessionUseNotedMs } from "#domain/session-limits.ts";

import { endKeyedSession } from "../identity/engine/end-keyed-session.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/** Ends sessions that were not used for too long, also in their headers, a batch at a time. */
export const endIdleSessions = defineOperation<Record<string, never>, { readonly ended: number }>({
  name: "sessions.endIdle",
  callers: ["engine"],
  audit: { operation: "SSID", when: "never" },
  async run(context) {
    const { store, clock } = context;
    const now = clock.now();
    // Their use may have been seen and not noted yet.
    const where = allOf(eq("revokedAt", null), gt("expiresAt", now), isIdleSince(now - sessionUseNotedMs));
    const idle = await store.select("keyedSessions", { where, limit: batchRowsMax });
    for (const { key } of idle) await endKeyedSession(context, key, "expired");
    return { ended: idle.length };
  },
});

/** Sessions that were not used for as long as each of them may go unused, at a moment. */
function isIdleSince(moment: number): Expression {
  const idleMs = integers("mul", column("idleSeconds"), literal(1000));
  return {
    kind: "compare",
    operator: "le",
    left: integers("add", column("lastUsedAt"), idleMs),
    right: literal(moment),
  };
}

const type = "integer";
const column = (name: string): Expression => ({ kind: "column", type, column: name, scope: 0, via: [] });
const literal = (value: number): Expression => ({ kind: "literal", type, value });
const integers = (operator: "add" | "mul", left: Expression, right: Expression): Expression => ({
  kind: "arithmetic",
  operator,
  type,
  left,
  right,
});
