import type { Command } from "commander";

import { entityPath } from "../entity-path.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

interface Named {
  readonly userKey: string | null;
  readonly person: { readonly id: string } | null;
}

interface TellingPhase {
  readonly sequence: number;
  readonly targetSystemKey: string | null;
  readonly openedAt: string;
  readonly ruleVersion: number | null;
  readonly outcome: string;
  readonly people: readonly (Named & { readonly via: readonly string[] })[];
  readonly decisions: readonly (Named & {
    decision: string;
    decidedAt: string;
    comment: string | null;
    override: boolean;
  })[];
}

interface Explanation {
  readonly statusText: string;
  readonly final: boolean;
  readonly questions: readonly (Named & { readonly key: string; readonly text: string })[];
  readonly next: string;
  readonly waitsFor: readonly (Named & { readonly since: string })[];
  readonly phases: readonly TellingPhase[];
  readonly operations: readonly { readonly sequence: number; readonly code: string; readonly waitsFor: string }[];
  readonly end: (Named & { readonly at: string; readonly because: string }) | null;
  readonly ledger: "whole" | "changed" | "none";
}

/** Adds `gatehouse request explain`, which calls the public REST API. */
export function addExplain(request: Command): void {
  addSignInOptions(
    request.command("explain").description("Explain the status of a request: approvers, decisions, next step"),
  )
    .argument("<key>", "key of the request")
    .option("--json", "print the whole explanation as JSON")
    .addHelpText("after", "\nExample:\n  gatehouse request explain 5b1f… --user anna --password-file anna.txt\n")
    .action(async (key: string, { json = false, ...options }: SignInOptions & { json?: boolean }) => {
      const rest = await restClientOf(options);
      const explanation = await rest.get<Explanation>(`${entityPath("requests", key)}/explain`);
      if (json) console.log(JSON.stringify(explanation, null, 2));
      else for (const line of linesOf(explanation)) console.log(rowLine([line]));
    });
}

function linesOf(explanation: Explanation): readonly string[] {
  const { statusText, final, next, waitsFor, questions, phases, operations, end, ledger } = explanation;
  const ended =
    end === null ? [] : [`Ended ${end.at}${end.userKey === null ? "" : ` by ${nameOf(end)}`}: ${end.because}`];
  return [
    final ? `${statusText}.` : `${statusText}. ${next}`,
    ...phases.flatMap(phaseLines),
    ...waitsFor.map((one) => `Waits for ${nameOf(one)} since ${one.since}`),
    ...questions.map((one) => `${nameOf(one)} asks: ${one.text} (the answer says --question ${one.key})`),
    ...operations.map(({ sequence, code, waitsFor: words }) => `Operation ${sequence} (${code}): ${words}`),
    ...ended,
    ...(ledger === "changed" ? ["Its ledger was changed: gatehouse request replay says where."] : []),
  ];
}

function phaseLines({ sequence, targetSystemKey, openedAt, ruleVersion, outcome, people, decisions }: TellingPhase) {
  const of = targetSystemKey === null ? "" : ` of ${targetSystemKey}`;
  const version = ruleVersion === null ? "" : `, rule version ${ruleVersion}`;
  return [
    `Phase ${sequence}${of}, opened ${openedAt}${version}: ${outcome}`,
    ...people.map((one) => `  asked ${nameOf(one)} (${one.via.map((way) => wayText(way, people)).join(", ")})`),
    ...decisions.map((one) => {
      const why = one.comment === null ? "" : `: ${one.comment}`;
      const how = one.override ? " in the place of the authorizers" : "";
      return `  ${nameOf(one)}: ${one.decision}${how} ${one.decidedAt}${why}`;
    }),
  ];
}

/** Describes a way to the approver that leads through another user. */
function wayText(way: string, people: readonly Named[]): string {
  const [, by, userKey = null] = /^(delegation|escalation):(.+)$/.exec(way) ?? [];
  if (by === undefined) return way;
  const name = nameOf(people.find((one) => one.userKey === userKey) ?? { userKey, person: null });
  return by === "delegation" ? `stands in for ${name}` : `${name} has not answered`;
}

function nameOf({ person, userKey }: Named): string {
  return person?.id ?? userKey ?? "-";
}
