import type { Request, RequestExplanation } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";
import type { NameOf } from "./via-words.ts";

/** A person whom a request names. */
export type ExplainedName = NonNullable<Request["requester"]> | RequestExplanation["waitsFor"][number]["person"];

/** Returns all people whom a request names to its reader, by their keys. */
export function explainedPeople(
  { requester, recipient, comments = [] }: Request,
  explanation: RequestExplanation | undefined,
): ReadonlyMap<string, ExplainedName> {
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

/** Returns a function that gives the name of a person by key; it returns "unknown" for people whom the reader may not know. */
export function explainedNames(people: ReadonlyMap<string, ExplainedName>, say: Say): NameOf {
  return (key) => {
    const person = people.get(key);
    return person === undefined || person === null ? say("person.unknown") : (person.displayName ?? person.id);
  };
}
