import {
  type AskedPerson,
  isAsked,
  type ActiveDelegate,
  wantedDelegates,
  wayOf,
} from "#domain/requests/active-delegates.ts";
import type { RulePeople, RulePerson } from "#domain/requests/phase-rules/rule-people.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { delegatesOf } from "./delegates-of.ts";

/** Subject that is decided: its requester and recipient are no one's delegates in it. */
interface Concerned {
  /** Key of the subject; null before it is saved. */
  readonly key: string | null;
  readonly requesterKey: string;
  readonly recipientKey: string;
}

/** People of a phase, those who have answered, and those who are excluded. */
interface PhasePeople {
  readonly people: readonly AskedPerson[];
  readonly answered: ReadonlySet<string>;
  readonly excluded: readonly string[];
}

/** Returns the delegates of the people of a phase, by the delegations of now. */
export async function activeDelegatesNow(
  context: Pick<ServiceContext, "store" | "clock">,
  { key, requesterKey, recipientKey }: Concerned,
  { people, answered, excluded }: PhasePeople,
): Promise<readonly ActiveDelegate[]> {
  const asked = people.filter(isAsked).map(({ userKey }) => userKey);
  const { delegates, disabled } = await delegatesOf(context, key, asked);
  const barred = new Set([requesterKey, recipientKey, ...excluded, ...disabled]);
  return wantedDelegates({ people, answered, delegates, barred });
}

/** Adds their delegates to the people of a phase that opens. */
export async function withActiveDelegates(
  context: Pick<ServiceContext, "store" | "clock">,
  subject: Concerned,
  { authorizers, excluded }: RulePeople,
): Promise<readonly RulePerson[]> {
  const found = new Map(authorizers.map((person) => [person.userKey, person]));
  const phase = { people: authorizers, answered: new Set<string>(), excluded };
  for (const standIn of await activeDelegatesNow(context, subject, phase)) {
    const person = found.get(standIn.to) ?? { userKey: standIn.to, via: [], veto: false, inputRequired: false };
    found.set(standIn.to, { ...person, via: [...person.via, wayOf(standIn)] });
  }
  return [...found.values()];
}
