import type { Command } from "commander";

import { wholeNumber } from "../option-values.ts";
import type { RestClient } from "../rest-client.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { analyse, analysisPath, progressWords } from "./analysis-calls.ts";

interface SuggestOptions extends SignInOptions {
  readonly by?: string;
  readonly roles?: number;
  readonly people?: number;
  readonly entitlements?: number;
  readonly tolerance?: number;
  readonly json?: true;
}

interface Suggestion {
  readonly key: string;
  readonly sequence: number;
  readonly department: string | null;
  readonly people: number;
  readonly grantsReplaced: number;
  readonly gainers: number;
  readonly entitlements: readonly { readonly targetSystemKey: string; readonly groupKey: string | null }[];
}

/** Adds `gatehouse roles suggest | draft`, which call the public REST API. */
export function addRolesCommand(program: Command): void {
  const group = program.command("roles").description("Suggest roles from the access that people have");
  addSignInOptions(
    group
      .command("suggest")
      .description("Suggest roles that would replace most grants, and keep the suggestions")
      .option("--by <attribute>", "search within the people of each value of an attribute, such as department")
      .option("--roles <number>", "how many to suggest; 20 by default", wholeNumber)
      .option("--people <number>", "fewest people of a role; 5 by default", wholeNumber)
      .option("--entitlements <number>", "fewest entitlements of a role; 2 by default", wholeNumber)
      .option("--tolerance <percent>", "share of a role that its people may lack; none by default", wholeNumber)
      .option("--json", "print JSON"),
  )
    .addHelpText("after", examples)
    .action(async ({ by, roles, people, entitlements, tolerance, json, ...options }: SuggestOptions) => {
      const rest = await restClientOf(options);
      const terms = { rolesMax: roles, peopleMin: people, entitlementsMin: entitlements, tolerancePercent: tolerance };
      const analysis = await analyse(rest, "roleMining", { attribute: by, ...terms });
      const suggestions = await suggestionsOf(rest, analysis.key);
      if (json) console.log(JSON.stringify({ ...analysis, suggestions }, null, 2));
      else {
        for (const one of suggestions) for (const line of linesOf(one)) console.log(line);
        console.log(`${analysis.key}: ${progressWords(analysis)}. Nothing was changed.`);
      }
    });
  addDraft(group);
}

const examples = `
Examples:
  gatehouse roles suggest --by department --user root --password-file root.txt
  gatehouse roles suggest --people 50 --entitlements 3 --json
`;

const draftExamples = `
Example:
  gatehouse roles draft 7c2e… SALES --user root --password-file root.txt
`;

function suggestionsOf(rest: RestClient, key: string): Promise<readonly Suggestion[]> {
  return rest.all<Suggestion>(`${analysisPath(key)}/suggestions?$orderby=sequence`);
}

function* linesOf(suggestion: Suggestion): Iterable<string> {
  const { key, sequence, department, people, grantsReplaced, gainers, entitlements } = suggestion;
  const gain = gainers === 0 ? [] : [`${gainers} would get more`];
  const counts = [`${people} people`, `${grantsReplaced} grants replaced`, ...gain];
  yield rowLine([String(sequence), key, ...(department === null ? [] : [department]), ...counts]);
  for (const { targetSystemKey, groupKey } of entitlements)
    yield `  ${rowLine(groupKey === null ? ["account", targetSystemKey] : ["membership", targetSystemKey, groupKey])}`;
}

interface Drafted {
  readonly key: string;
  readonly id: string;
  readonly named: number;
}

function addDraft(group: Command): void {
  addSignInOptions(
    group
      .command("draft")
      .description("Draft a role of a suggestion")
      .argument("<suggestion>", "key of the suggestion")
      .argument("<name>", "name of the new role")
      .option("--without-people", "name nobody as a member"),
  )
    .addHelpText("after", draftExamples)
    .action(async (key: string, id: string, options: SignInOptions & { readonly withoutPeople?: true }) => {
      const rest = await restClientOf(options);
      const withPeople = options.withoutPeople === true ? false : null;
      const path = `/v2/roleSuggestions(${encodeURIComponent(key)})/draft`;
      const { body } = await rest.post<Drafted>(path, { id, withPeople });
      console.log(`Role '${body.id}' (${body.key}) drafted; ${body.named} people named.`);
    });
}
