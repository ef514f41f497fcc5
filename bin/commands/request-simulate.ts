import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { gathered, parsedJson, wholeNumber } from "../option-values.ts";
import type { RestClient } from "../rest-client.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { idsOf } from "../user-ids.ts";

interface Course {
  readonly authorization: "approved" | "denied" | "waiting";
  readonly asked: readonly { readonly userKeys: readonly string[] }[];
  readonly waitsFor: readonly string[];
}

interface Simulation {
  readonly looked: number;
  readonly untold: number;
  readonly changed: readonly {
    readonly requestKey: string;
    readonly number: string;
    readonly was: Course;
    readonly would: Course;
  }[];
}

interface SimulateOptions extends SignInOptions {
  readonly target?: string;
  readonly group?: string;
  readonly policy?: string;
  readonly rule?: readonly string[];
  readonly phase?: readonly string[];
  readonly withoutPhases?: true;
  readonly last?: number;
  readonly json?: true;
}

/** Adds `gatehouse request simulate`, which calls the public REST API. */
export function addSimulate(request: Command): void {
  addSignInOptions(
    request
      .command("simulate")
      .description("Simulate other approval phases on recent requests (nothing is saved)")
      .option("--target <id>", "the target system whose phases they would be")
      .option("--group <key>", "or the key of the managed group")
      .option("--policy <id>", "or the managed system policy by whose phases passwords are checked out")
      .option("--rule <words>", "a phase that is decided by this rule (may be repeated, in their order)", gathered)
      .option("--phase <json>", "a phase as the REST API takes it (may be repeated), instead of --rule", gathered)
      .option("--without-phases", "as if nobody had to decide (autoApprove), instead of --rule")
      .option("--last <number>", "how many requests to look at (100)", wholeNumber)
      .option("--json", "print the answer as JSON"),
  )
    .addHelpText("after", examples)
    .action(async (options: SimulateOptions) => {
      const body = { ...resourceOf(options), phases: phasesOf(options), last: options.last ?? null };
      const rest = await restClientOf(options);
      const { body: simulation } = await rest.post<Simulation>("/v2/simulations", body);
      if (options.json) console.log(JSON.stringify(simulation, null, 2));
      else for (const line of await linesOf(rest, simulation)) console.log(line);
    });
}

const examples = `
Examples:
  gatehouse request simulate --target DIRECTORY --rule "all(any(1, manager), veto(class('SECURITY')))" --last 200 \\
    --user root --password-file root.txt
  gatehouse request simulate --group 5b1f… --phase '{"sequence":1,"authorizers":[{"managerLevels":1}]}'
  gatehouse request simulate --target DIRECTORY --without-phases
`;

function resourceOf({ target, group, policy }: SimulateOptions): object {
  const named = { targetSystem: target, managedGroup: group, managedSystemPolicy: policy };
  const [one, ...others] = Object.entries(named).filter(([, resourceKey]) => resourceKey !== undefined);
  if (one === undefined || others.length > 0)
    throw new CliError(
      "Say of what the phases would be: --target <id>, --group <key> or --policy <id>.",
      ExitCode.Usage,
    );
  return { resourceType: one[0], resourceKey: one[1] };
}

function phasesOf({ rule = [], phase = [], withoutPhases }: SimulateOptions): readonly unknown[] {
  const ways = [rule.length > 0, phase.length > 0, withoutPhases === true].filter(Boolean).length;
  if (ways !== 1)
    throw new CliError(
      "Say the phases in one way: --rule <words>, --phase <json> or --without-phases.",
      ExitCode.Usage,
    );
  const words = (text: string) => () => `--phase '${text}' is not JSON. Quote it as '{"sequence":1,"rule":…}'.`;
  return [
    ...rule.map((one, index) => ({ sequence: index + 1, rule: one })),
    ...phase.map((text) => parsedJson(text, words(text))),
  ];
}

async function linesOf(rest: RestClient, { looked, untold, changed }: Simulation): Promise<readonly string[]> {
  const courses = changed.flatMap(({ was, would }) => [was, would]);
  const ids = await idsOf(
    rest,
    courses.flatMap(({ asked, waitsFor }) => [...asked.flatMap(({ userKeys }) => userKeys), ...waitsFor]),
  );
  const words = (keys: readonly string[]) =>
    keys
      .map((key) => ids.get(key) ?? key)
      .toSorted()
      .join(", ") || "nobody";
  const courseText = ({ authorization, asked, waitsFor }: Course) => {
    const waits = waitsFor.length === 0 ? nobodyYet : `waiting for ${words(waitsFor)}`;
    return [
      authorization === "waiting" ? waits : authorization,
      ...asked.map(({ userKeys }, index) => `${index === 0 ? "asked" : "then"} ${words(userKeys)}`),
    ];
  };
  return [
    ...changed.flatMap(({ requestKey, number, was, would }) => [
      `${requestKey}  ${number}`,
      `  was       ${courseText(was).join("; ")}`,
      `  would be  ${courseText(would).join("; ")}`,
    ]),
    looked === 0
      ? "Nobody has asked for it yet."
      : `${changed.length} of the latest ${looked} request(s) would have gone otherwise. Nothing was changed.`,
    ...(untold === 0 ? [] : [`Of ${untold} of them nothing can be said: they have no whole ledger.`]),
  ];
}

const nobodyYet = "waiting, for no person yet (it is on hold, or a plug-in is asked first)";
