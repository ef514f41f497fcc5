import { handOver } from "../escalation.ts";
import { standsInFor, waysOf } from "../stand-ins.ts";
import type { EventPerson, FactsOf } from "./event-kinds.ts";

/** The people of a phase after somebody came in by a way; null where that way has led to them before. */
export function withWay(people: readonly EventPerson[], { user, way }: FactsOf<"joined">): EventPerson[] | null {
  const known = people.find((person) => person.user === user);
  if (known?.via.includes(way)) return null;
  const person = known ?? { user, via: [], veto: false, inputRequired: false };
  return [...people.filter((one) => one !== known), { ...person, via: [...person.via, way] }];
}

/** The people of a phase after a way leads to somebody no more; null where it did not. */
export function withoutWay(people: readonly EventPerson[], { user, way }: FactsOf<"left">): EventPerson[] | null {
  const known = people.find((person) => person.user === user);
  if (known === undefined || !known.via.includes(way)) return null;
  const via = known.via.filter((one) => one !== way);
  const others = people.filter((one) => one !== known);
  return via.length === 0 ? others : [...others, { ...known, via }];
}

/**
 * The people of a phase after somebody is asked in the place of another, who may go on to stand in for others; null where the one was
 * asked before, or the other was not.
 */
export function withReplaced(people: readonly EventPerson[], { user, by }: FactsOf<"replaced">): EventPerson[] | null {
  const known = people.find((person) => person.user === user);
  if (known === undefined || people.some((person) => person.user === by)) return null;
  if (waysOf(asked(known)).own.length === 0) return null;
  const { handed, kept } = handOver(asked(known), people.map(asked));
  const others = people.filter((person) => person !== known);
  const stays = kept.length === 0 ? [] : [{ user, via: kept, veto: false, inputRequired: false }];
  return [...others, ...stays, { ...known, user: by, via: handed }];
}

const asked = ({ user: userKey, via }: EventPerson) => ({ userKey, via });

/** Those of a phase in whose place somebody may decide, in the order of their keys. */
export function servedBy(user: string, people: readonly EventPerson[]): readonly string[] {
  return standsInFor(user, people.map(asked));
}
