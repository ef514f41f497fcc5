import { useText } from "../messages/text.ts";

/** Display name of a person; a text if the user was deleted, or the reader may not see them. */
export function PersonName({
  person,
}: {
  readonly person: { readonly id: string; readonly displayName: string | null } | null | undefined;
}) {
  const say = useText();
  if (person === null || person === undefined) return <>{say("person.unknown")}</>;
  return <span title={person.id}>{person.displayName ?? person.id}</span>;
}
