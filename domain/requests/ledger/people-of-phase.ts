import { decidesFor, waysOf } from "../active-delegates.ts";
import { handOver } from "../escalation.ts";
import type { EventPerson, FactsOf } from "./event-kinds.ts";

/** Adds the way by which a person joined a phase, and returns its people; null if that way has led to the person before. */
export function withWay(people: readonly EventPerson[], { user, way }: FactsOf<"joined">): EventPerson[] | null {
  const known = people.find((person) => person.user === user);
  if (known?.via.includes(way)) return null;
  const person = known ?? { user, via: [], veto: false, inputRequired: false };
  return [...people.filter((one) => one !== known), { ...person, via: [...person.via, way] }];
}

/** Removes a way that leads to a person of a phase, and returns its people; null if it did not lead there. */
export function withoutWay(people: readonly EventPerson[], { user, way }: FactsOf<"left">): EventPerson[] | null {
  const known = people.find((person) => person.user === user);
  if (known === undefined || !known.via.includes(way)) return null;
  const via = known.via.filter((one) => one !== way);
  const others = people.filter((one) => one !== known);
  return via.length === 0 ? others : [...others, { ...known, via }];
}

/** Removes a person who leaves from a phase, and returns its people; null if the phase does not have the person. */
export function withoutPerson(people: readonly EventPerson[], { user }: FactsOf<"withdrawn">): EventPerson[] | null {
  const others = people.filter((person) => person.user !== user);
  return others.length === people.length ? null : others;
}

/**
 * Replaces a person of a phase by another, and returns its people. The replaced person may continue to stand in for others. Null if the
 * new person was asked before, or the old one was not.
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

/** Returns the sorted keys of the people of a phase for whom a person may decide. */
export function servedBy(user: string, people: readonly EventPerson[]): readonly string[] {
  return decidesFor(user, people.map(asked));
}
