import { ServiceError } from "#domain/errors.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { rulePeople, wordsOf } from "#domain/requests/phase-rules/rule-people.ts";
import type { AuthorizersRequest } from "#plugins/contract/authorizers.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { findPeople } from "../people/engine/find-people.ts";
import { pluginServices } from "../plug-ins/engine/plugin-services.ts";
import { askedSubject } from "./authorize-subject.ts";
import type { NamedPeople } from "./named-people.ts";
import { ruleAtOpening } from "./rule-at-opening.ts";
import type { Subject } from "./subject.ts";

type Phase = Row<"requestPhases">;

/**
 * Asks the plug-ins that the next phase of a subject names for its people, while the subject waits for that; it belongs before the
 * transaction. For a plug-in that cannot be used, the reason replaces the answer.
 */
export async function askPlugins(context: CallContext, subject: Subject): Promise<NamedPeople> {
  const where = { requestKey: subject.key };
  const phases = await context.store.select("requestPhases", { where, orderBy: [["sequence", "asc"]] });
  const phase = phases.find(({ state }) => state !== PhaseState.Approved);
  if (phase?.state !== PhaseState.Pending) return new Map();
  return askOfPhase(context, subject, phase);
}

async function askOfPhase(context: CallContext, subject: Subject, planned: Phase): Promise<NamedPeople> {
  const { phase, rule, text, sought } = await ruleAtOpening(context, askedSubject(context, subject), planned);
  const words = wordsOf(rule);
  const plugins = words.flatMap((word) => (word.kind === "plugin" ? [word] : []));
  if (plugins.length === 0) return new Map();
  const others = words.filter(({ kind }) => kind !== "plugin");
  const { authorizers } = rulePeople(rule, (await findPeople(context, others, sought)).found);
  const asked: AuthorizersRequest = {
    request: await subject.described(context),
    phase: {
      sequence: phase.sequence,
      rule: text,
      authorizers: authorizers.map(({ userKey, veto, inputRequired }) => ({
        userKey,
        veto,
        inputRequired,
      })),
    },
  };
  const answers = plugins.map(async (word) => [printRule(word), await answerOf(context, word.name, asked)] as const);
  return new Map(await Promise.all(answers));
}

async function answerOf(context: CallContext, name: string, request: AuthorizersRequest) {
  try {
    const services = pluginServices(context);
    return (await context.plugins.ask({ kind: "authorizers", name, request, services })).authorizers;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
    return error.detail === undefined ? error.message : `${error.message} Its own words: ${error.detail}`;
  }
}
