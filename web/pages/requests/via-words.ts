import type { Say } from "../../messages/text.ts";

/** A function that returns the name of a user by key. */
export type NameOf = (userKey: string) => string;

/** Forms of the path to an approver, as the service writes them, with their texts. */
const ways: readonly (readonly [RegExp, (name: string, say: Say, nameOf: NameOf) => string])[] = [
  [/^user\(/, (_name, say) => say("told.via.user")],
  [/^class\('(.*)'\)$/, (name, say) => say("told.via.class", { name: name.replaceAll("''", "'") })],
  [/^manager(?:\((\d+)\))?$/, (levels, say) => say("told.via.manager", { levels: Number(levels === "" ? 1 : levels) })],
  [/^groupOwners$/, (_name, say) => say("told.via.groupOwners")],
  [/^requester$/, (_name, say) => say("told.via.requester")],
  [/^recipient$/, (_name, say) => say("told.via.recipient")],
  [/^plugin\('(.*)'\)$/, (name, say) => say("told.via.plugin", { name: name.replaceAll("''", "'") })],
  [/^delegation:(.+)$/, (key, say, nameOf) => say("told.via.delegation", { name: nameOf(key) })],
  [/^escalation:(.+)$/, (key, say, nameOf) => say("told.via.escalation", { name: nameOf(key) })],
  [/^handedOn:(.*)$/, (key, say, nameOf) => say("told.via.handedOn", { name: nameOf(key) })],
  [/^assigned:(.*)$/, (key, say, nameOf) => say("told.via.assigned", { name: nameOf(key) })],
];

/** Returns the reason for an approver's role in words; an unknown form stays as the service writes it. */
export function viaWords(via: string, say: Say, nameOf: NameOf): string {
  for (const [pattern, words] of ways) {
    const found = pattern.exec(via);
    if (found !== null) return words(found[1] ?? "", say, nameOf);
  }
  return via;
}
