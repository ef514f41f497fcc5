import type { Request, RequestExplanation } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";
import type { NameOf } from "./via-words.ts";

/** Somebody whom a request names. */
export type ToldName = NonNullable<Request["requester"]> | RequestExplanation["waitsFor"][number]["person"];

/** Everybody whom the request names to its reader, by key. */
export function toldPeople(
  { requester, recipient, comments = [] }: Request,
  explanation: RequestExplanation | undefined,
): ReadonlyMap<string, ToldName> {
  const told = (explanation?.phases ?? []).flatMap(({ people, decisions }) => [...people, ...decisions]);
  const waiting = explanation?.waitsFor ?? [];
  const all = [
    requester,
    recipient,
    explanation?.end?.person,
    ...[...comments, ...told, ...waiting].map(({ person }) => person),
  ];
  return new Map(all.flatMap((person) => (person === null || person === undefined ? [] : [[person.key, person]])));
}

/** What each of them is called; who is not among them is nobody whom the reader may know. */
export function toldNames(people: ReadonlyMap<string, ToldName>, say: Say): NameOf {
  return (key) => {
    const person = people.get(key);
    return person === undefined || person === null ? say("person.unknown") : (person.displayName ?? person.id);
  };
}
