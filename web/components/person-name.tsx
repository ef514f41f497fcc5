import { useText } from "../messages/text.ts";

/** Somebody by the name that people are shown; a user who is gone, or whom one may not see, is said to be so. */
export function PersonName({
  person,
}: {
  readonly person: { readonly id: string; readonly displayName: string | null } | null | undefined;
}) {
  const say = useText();
  if (person === null || person === undefined) return <>{say("person.unknown")}</>;
  return <span title={person.id}>{person.displayName ?? person.id}</span>;
}
