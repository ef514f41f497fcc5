import { commentMaxCharacters } from "#domain/limits.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { wordsOf } from "#domain/requests/phase-rules/rule-people.ts";
import type { Guard, People, Rule } from "#domain/requests/phase-rules/rule.ts";
import type { NamedAuthorizer } from "#plugins/contract/authorizers.ts";

import type { ServiceContext } from "../../context.ts";

/** What plug-ins have answered, by the word of the rule that names each; a text is why one cannot be used. */
export type NamedPeople = ReadonlyMap<string, readonly NamedAuthorizer[] | string>;

/** A rule in force with its people, those of plug-ins among them. */
interface WholeRule {
  readonly rule: Rule;
  readonly text: string;
  readonly found: ReadonlyMap<string, readonly string[]>;
}

/** Why the people of plug-ins cannot be had. */
interface Stop {
  readonly stop: "calculating" | "held";
  readonly reason: string;
}

/** Adds the people whom plug-ins have named; what is asked of single ones of them becomes a part of the rule. */
export async function withNamedPeople(
  { store }: ServiceContext,
  { rule, text, found }: WholeRule,
  named: NamedPeople = new Map(),
): Promise<WholeRule | Stop> {
  const words = wordsOf(rule)
    .filter(({ kind }) => kind === "plugin")
    .map(printRule);
  if (words.length === 0) return { rule, text, found };
  const answers = words.map((word) => [word, named.get(word)] as const);
  const broken = answers.map(([, answer]) => answer).find((answer) => typeof answer === "string");
  if (broken !== undefined) return { stop: "held", reason: shortened(broken) };
  if (answers.some(([, answer]) => answer === undefined)) return { stop: "calculating", reason: "" };
  const people = answers.flatMap(([word, answer]) =>
    typeof answer === "object" ? answer.map((person) => ({ ...person, word })) : [],
  );
  const keys = [...new Set(people.map(({ userKey }) => userKey))];
  const users = keys.length === 0 ? [] : await store.select("users", { where: oneOf("key", keys) });
  const stranger = people.find(({ userKey }) => !users.some(({ key }) => key === userKey));
  if (stranger !== undefined)
    return {
      stop: "held",
      reason: shortened(`${stranger.word} names '${stranger.userKey}', and no user has that key.`),
    };
  const enabled = new Set(users.filter(({ disabled }) => !disabled).map(({ key }) => key));
  const all = new Map(found);
  for (const word of words)
    all.set(
      word,
      people.flatMap((one) => (one.word === word && enabled.has(one.userKey) ? [one.userKey] : [])),
    );
  const flagged = (flag: "veto" | "inputRequired") =>
    people.flatMap((one): People[] =>
      one[flag] === true && enabled.has(one.userKey) ? [{ kind: "user", name: one.userKey }] : [],
    );
  const guards = (["veto", "inputRequired"] as const).flatMap((kind): Guard[] => {
    const of = flagged(kind);
    for (const one of of) all.set(printRule(one), [one.kind === "user" ? one.name : ""]);
    return of.length === 0 ? [] : [{ kind, of }];
  });
  if (guards.length === 0) return { rule, text, found: all };
  const guarded: Rule = { kind: "all", of: [...guards, rule] };
  return { rule: guarded, text: printRule(guarded), found: all };
}

function shortened(words: string): string {
  return words.slice(0, commentMaxCharacters);
}
