import { ServiceError } from "#domain/errors.ts";
import { phaseAuthorizersMax } from "#domain/limits.ts";
import { oneOf } from "#domain/query/condition.ts";
import { checkRule } from "#domain/requests/phase-rules/check-rule.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { ruleInForce } from "#domain/requests/phase-rules/rule-in-force.ts";
import { wordsOf } from "#domain/requests/phase-rules/rule-people.ts";
import type { People, Rule } from "#domain/requests/phase-rules/rule.ts";

import type { CallContext } from "../../kernel/context.ts";
import { findPeople, tooManyPeople } from "../../people/engine/find-people.ts";
import type { PhaseInput } from "./phases-input.ts";
import { readPhaseRule } from "./read-phase-rule.ts";
import { isSimpleRule, peopleNamed, simpleRule } from "./simple-rule.ts";

/** An authorization phase that can be fulfilled, with its rule. */
export type CheckedPhase = Omit<PhaseInput, "rule"> & { readonly rule: string };

/**
 * Adds its rule to each phase, after checking that the named users are known and that it can be approved.
 * @throws TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export async function checkPhases(context: CallContext, phases: readonly PhaseInput[]): Promise<CheckedPhase[]> {
  const checked: CheckedPhase[] = [];
  for (const [index, phase] of phases.entries()) {
    const at = `authorizationPhases.${index}`;
    const { sequence } = phase;
    if (checked.some((other) => other.sequence === sequence))
      throw invalid(`${at}.sequence`, `the sequence ${sequence} stands twice`);
    const rule = phase.rule === null ? simpleRule(phase) : ownRule(at, { ...phase, rule: phase.rule });
    const words = wordsOf(ruleInForce(rule, () => true));
    await checkNames(context, words, (word) => placeOf(at, phase, word));
    await checkApprovals(context, { at, phase, rule, words });
    checked.push({ ...phase, rule: printRule(rule) });
  }
  return checked;
}

function ownRule(at: string, phase: PhaseInput & { readonly rule: string }): Rule {
  const reading = readPhaseRule(phase.rule);
  if ("findings" in reading) {
    const words = reading.findings.map(({ place, message }) => `${place}: ${message}`).join(" ");
    throw new ServiceError("TARGET_PHASE_INVALID", { target: `${at}.rule`, message: `${at}.rule: ${words}` });
  }
  const isOther = phase.authorizers.length > 0 && !isSimpleRule(reading.rule, phase);
  if (isOther)
    throw invalid(`${at}.rule`, "it says otherwise than the authorizers beside it; leave one of the two out");
  return reading.rule;
}

function placeOf(at: string, { authorizers }: PhaseInput, word: People): string {
  const text = printRule(word);
  const index = authorizers.findIndex((one) => peopleNamed(one).some((named) => printRule(named) === text));
  return index === -1 ? `${at}.rule` : `${at}.authorizers.${index}.${fields[word.kind] ?? ""}`;
}

/** The field of an authorizer that names people of a kind. */
const fields: { readonly [K in People["kind"]]?: string } = { user: "userKey", class: "userClass", plugin: "plugin" };

async function checkNames({ store, plugins }: CallContext, words: readonly People[], place: (word: People) => string) {
  const named = (kind: "user" | "class") => words.flatMap((word) => (word.kind === kind ? [word.name] : []));
  const [userKeys, classIds] = [named("user"), named("class")];
  const users = userKeys.length === 0 ? [] : await store.select("users", { where: oneOf("key", userKeys) });
  const classes = classIds.length === 0 ? [] : await store.select("userClasses", { where: oneOf("id", classIds) });
  const known = { user: new Set(users.map(({ key }) => key)), class: new Set(classes.map(({ id }) => id)) };
  for (const word of words) {
    if (word.kind === "plugin" && !plugins.has("authorizers", word.name))
      throw invalid(place(word), `there is no plug-in '${word.name}' in PLUGIN_FOLDER; put it there first`);
    if (word.kind !== "user" && word.kind !== "class") continue;
    if (known[word.kind].has(word.name)) continue;
    const what = word.kind === "user" ? `no user has the key '${word.name}'` : `no user class is named '${word.name}'`;
    throw invalid(place(word), what);
  }
}

interface Approving {
  readonly at: string;
  readonly phase: PhaseInput;
  readonly rule: Rule;
  readonly words: readonly People[];
}

/** Refuses a phase that no one could approve, by the present users and classes: it would deny every request at once. */
async function checkApprovals(context: CallContext, { at, phase, rule, words }: Approving): Promise<void> {
  const { found, tooMany } = await findPeople(context, words, { requesterKey: "", recipientKey: "", groupKeys: [] });
  if (tooMany !== undefined) throw tooManyPeople(tooMany);
  const keysOf = (word: People): readonly string[] => {
    const text = printRule(word);
    if (word.kind === "groupOwners" || word.kind === "plugin")
      return Array.from({ length: phaseAuthorizersMax }, (_, index) => `${text} ${index}`);
    // Who they are depends on the request: each counts as one.
    const isOne = word.kind === "manager" || word.kind === "requester" || word.kind === "recipient";
    return isOne ? [text] : (found.get(text) ?? []);
  };
  if (phase.rule === null) {
    const people = new Set(words.flatMap(keysOf));
    if (phase.minApprovals <= people.size) return;
    throw invalid(
      `${at}.minApprovals`,
      `it asks for ${phase.minApprovals} approvals, and its authorizers are ${people.size} people now; name others, or give the user classes their members first`,
    );
  }
  const { canBeMet, warnings } = checkRule(rule, (word) => keysOf(word).length);
  if (canBeMet) return;
  const { part, message } = warnings.find(({ problem }) => problem === "neverMet") ?? { part: "", message: "" };
  throw invalid(`${at}.rule`, `as people are now, ${part} is never met: ${message}`);
}

function invalid(target: string, reason: string): ServiceError {
  return new ServiceError("TARGET_PHASE_INVALID", { target, message: `${target}: ${reason.replace(/\.$/, "")}.` });
}
