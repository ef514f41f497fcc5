import { isAsked } from "#domain/requests/active-delegates.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { subjectKindNames } from "#domain/requests/subject-kinds.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import type { LeaverStep } from "../kernel/leaver-step.ts";
import type { SubjectKind } from "../kernel/subject.ts";
import { authorizationOf, phasesOf, votesOf } from "./authorize-subject.ts";
import { replacePerson } from "./escalate-person.ts";
import { askPlugin, type NamedAbove } from "./named-above.ts";
import type { Subject } from "./subject.ts";
import { waitingOf } from "./waiting-of.ts";

type Authorizer = Row<"requestAuthorizers">;

/** A locked subject with its kind. */
interface Held {
  readonly kind: SubjectKind<CallContext>;
  readonly subject: Subject;
}

/**
 * Hands the open decisions of a person who leaves over, as an escalation would: to those whom the plug-in names, otherwise to the nearest
 * manager who may decide. Where there is no one, the phase goes on without the person, by its rule for too few authorizers.
 */
export const handOverDecisions: LeaverStep<CallContext> = {
  async prepare(context, userKey) {
    const named = new Map<string, readonly string[]>();
    if (context.settings.escalationPlugin === null) return named;
    for (const row of (await waitingOf(context, userKey)).ofPhases) {
      const found = await findSubject(context, row.requestKey, "read");
      const to = found && (await askPlugin(context, found.subject, { silent: row }));
      if (to) named.set(row.key, to);
    }
    return named;
  },
  async handle(context, userKey, named) {
    const { ofPhases: rows, more } = await waitingOf(context, userKey);
    for (const { key, requestKey } of rows) {
      const held = await findSubject(context, requestKey, "lock");
      const row = await context.store.get("requestAuthorizers", key);
      if (held !== undefined && row !== undefined) await handOver(context, held, { row, named });
    }
    return { items: rows.length, more };
  },
};

async function findSubject(context: CallContext, key: string, how: "read" | "lock"): Promise<Held | undefined> {
  for (const name of subjectKindNames) {
    const kind = await context.tables.subjectKind(name);
    const subject = await kind[how](context, key);
    if (subject !== undefined) return { kind, subject };
  }
  return undefined;
}

interface Asked {
  readonly row: Authorizer;
  readonly named: NamedAbove;
}

async function handOver(context: CallContext, { kind, subject }: Held, { row, named }: Asked): Promise<void> {
  const { store } = context;
  const phase = (await phasesOf(context, subject.key)).find(({ key }) => key === row.requestPhaseKey);
  const votes = phase && (await votesOf(context, [phase])).get(phase.key);
  // A person who stands in for others only leaves the phase with the delegation or the escalation.
  if (phase?.state !== PhaseState.Open || votes === undefined || subject.isOver) {
    await store.save("requestAuthorizers", { key: row.key, waits: false });
    return;
  }
  const above = await replacePerson(context, { subject, phase }, votes, { silent: row, named: named.get(row.key) });
  if (isAsked(row)) await subject.tellEscalated(context, { phase: phase.sequence, silentKey: row.userKey, above });
  const authorization = await authorizationOf(context, subject);
  if (authorization === "waiting") await kind.schedule(context, subject, await kind.moments(context, subject));
  else await kind.advance(context, subject, authorization);
}
