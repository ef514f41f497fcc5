import { isActing } from "#domain/identity/acting-users.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { oneOf } from "#domain/query/condition.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { wordsOf } from "#domain/requests/phase-rules/rule-people.ts";
import type { Guard, People, Rule } from "#domain/requests/phase-rules/rule.ts";
import type { NamedAuthorizer } from "#plugins/contract/authorizers.ts";

import type { ServiceContext } from "../kernel/context.ts";

/** Answers of plug-ins, by the word of the rule that names each; a text is the reason why one cannot be used. */
export type NamedPeople = ReadonlyMap<string, readonly NamedAuthorizer[] | string>;

/** A rule without conditions, with its people. */
interface PeopledRule {
  readonly rule: Rule;
  readonly text: string;
  /** Keys of users, by the text of the word. */
  readonly found: ReadonlyMap<string, readonly string[]>;
}

/** Reason why the people of plug-ins are not available. */
interface Stop {
  readonly stop: "calculating" | "held";
  readonly reason: string;
}

/** A user named by a plug-in, with the word of the rule that names the plug-in. */
type Named = NamedAuthorizer & { readonly word: string };

/** Adds the enabled users named by plug-ins; demands on single ones become a part of the rule. */
export async function withNamedPeople(
  { store, clock }: ServiceContext,
  { rule, text, found }: PeopledRule,
  answers: NamedPeople = new Map(),
): Promise<PeopledRule | Stop> {
  const words = wordsOf(rule).flatMap((word) => (word.kind === "plugin" ? [printRule(word)] : []));
  if (words.length === 0) return { rule, text, found };
  const named: Named[] = [];
  for (const word of words) {
    const answer = answers.get(word);
    if (answer === undefined) return { stop: "calculating", reason: "" };
    if (typeof answer === "string") return held(answer);
    named.push(...answer.map((person) => ({ ...person, word })));
  }
  const keys = new Set(named.map(({ userKey }) => userKey));
  const users = await store.select("users", { where: oneOf("key", [...keys]) });
  const known = new Map(users.map((user) => [user.key, user]));
  const stranger = named.find(({ userKey }) => !known.has(userKey));
  if (stranger !== undefined) return held(`${stranger.word} names '${stranger.userKey}', and no user has that key.`);
  return withPeople(
    { rule, text, found: new Map([...found, ...words.map((word) => [word, []] as const)]) },
    named.filter(({ userKey }) => {
      const user = known.get(userKey);
      return user !== undefined && isActing(user, clock.now());
    }),
  );
}

function withPeople({ rule, text, found }: PeopledRule, named: readonly Named[]): PeopledRule {
  const all = new Map(found);
  const add = (word: string, key: string) => all.set(word, [...new Set([...(all.get(word) ?? []), key])]);
  for (const { word, userKey } of named) add(word, userKey);
  const guards = (["veto", "inputRequired"] as const).flatMap((kind): Guard[] => {
    const flagged = named.filter((person) => person[kind] === true);
    for (const { userKey } of flagged) add(printRule(personOf(userKey)), userKey);
    return flagged.length === 0 ? [] : [{ kind, of: flagged.map(({ userKey }) => personOf(userKey)) }];
  });
  if (guards.length === 0) return { rule, text, found: all };
  const guarded: Rule = { kind: "all", of: [...guards, rule] };
  return { rule: guarded, text: printRule(guarded), found: all };
}

const personOf = (name: string): People => ({ kind: "user", name });

function held(reason: string): Stop {
  return { stop: "held", reason: reason.slice(0, commentMaxCharacters) };
}
