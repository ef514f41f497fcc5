import type { Difference, Removals } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";

/** Names of roles and groups by their keys, as far as they are known. */
export type KnownNames = ReadonlyMap<string, string>;

interface Terms {
  readonly names: KnownNames;
  readonly say: Say;
}

const nameOf = (key: string | null, names: KnownNames) => (key === null ? "" : (names.get(key) ?? key));

/** Returns words for access on a target system: an account, or the membership in a group; the key stands for an unknown name. */
export function accessWords(
  { targetSystemKey, groupKey }: { readonly targetSystemKey: string | null; readonly groupKey: string | null },
  { names, say }: Terms,
): string {
  const target = targetSystemKey ?? "";
  return groupKey === null
    ? say("enforcement.account", { target })
    : say("enforcement.membership", { group: nameOf(groupKey, names), target });
}

/** Returns words for a difference and its resolution. */
export function differenceWords({ kind, resolution, roleKey, thing }: Difference, terms: Terms): string {
  const { names, say } = terms;
  const role = nameOf(roleKey, names);
  const access = thing === null ? "" : accessWords(thing, terms);
  // A target system that asks everybody for an account names no role.
  const found =
    kind === "deficit" && roleKey === null
      ? say("enforcement.mandatory", { access })
      : say(`enforcement.difference.${kind}`, { role, access });
  return say("enforcement.resolved", { found, resolution: say(`enforcement.resolution.${resolution}`) });
}

/** Returns words for removals that a person must confirm. */
export function removalWords({ of, key, gone, known }: Removals, { names, say }: Terms): string {
  return say(`enforcement.removals.${of}`, { gone, known, name: nameOf(key, names) });
}

/** Returns the keys of the groups that differences are about. */
export function groupKeysOf(differences: readonly Difference[]): readonly string[] {
  return differences.flatMap(({ thing }) => thing?.groupKey ?? []);
}
