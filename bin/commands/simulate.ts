import type { Command } from "commander";

import { type AnalysisKindName, analysisKinds } from "#domain/analyses/analysis-kinds.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { readJson } from "../read-json.ts";
import type { RestClient } from "../rest-client.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { idsOf } from "../user-ids.ts";
import { analyse, analysisPath, progressWords, type ShownAnalysis } from "./analysis-calls.ts";

interface SimulateOptions extends SignInOptions {
  readonly json?: true;
}

interface ShownRow {
  readonly userKey: string | null;
  readonly operation: string;
  readonly targetSystemKey: string | null;
  readonly groupKey: string | null;
  readonly roleKey: string | null;
  readonly requestKey: string | null;
  readonly why: string;
}

/** Kinds of changes that can be simulated. */
const simulatedKinds = analysisKinds.filter((kind) => kind !== "roleMining");

/** Adds `gatehouse simulate run | list | show | compare | stop`, which call the public REST API. */
export function addSimulateCommand(program: Command): void {
  const simulate = program
    .command("simulate")
    .description("Simulate a change before it counts, and compare the result with what came afterwards")
    .addHelpText("after", examples);
  addRun(simulate);
  addReads(simulate);
  addCompare(simulate);
  addSignInOptions(
    simulate
      .command("stop")
      .description("Stop an analysis that has not ended")
      .argument("<key>", "key of the analysis"),
  ).action(async (key: string, options: SignInOptions) => {
    const rest = await restClientOf(options);
    await rest.post(`${analysisPath(key)}/stop`, {});
    console.log(`Analysis '${key}' stopped.`);
  });
}

const examples = `
Nothing is changed: the result is kept for ANALYSES_KEPT_DAYS. docs/simulations.md says what each kind needs.

Examples:
  echo '{"userClassId":"IT","condition":"startswith(id,'"'"'adm_'"'"')"}' | gatehouse simulate run classCondition - \\
    --user root --password-file root.txt
  gatehouse simulate show 5b1f…
  gatehouse simulate compare 5b1f…
`;

function addRun(simulate: Command): void {
  addSignInOptions(
    simulate
      .command("run")
      .description("Simulate a change and print whom it would concern")
      .argument("<kind>", `kind of the change: ${simulatedKinds.join(", ")}`)
      .argument("<file>", "JSON file with the change; '-' = standard input")
      .option("--json", "print JSON"),
  ).action(async (kind: string, file: string, { json, ...options }: SimulateOptions) => {
    const input = readJson(file);
    const rest = await restClientOf(options);
    await print(rest, await analyse(rest, kindOf(kind), input), json === true);
  });
}

function kindOf(kind: string): AnalysisKindName {
  const known = simulatedKinds.find((one) => one === kind);
  if (known !== undefined) return known;
  throw new CliError(`'${kind}' cannot be simulated. Name one of ${simulatedKinds.join(", ")}.`, ExitCode.Usage);
}

function addReads(simulate: Command): void {
  addSignInOptions(
    simulate
      .command("list")
      .description("List analyses, the newest first: key, kind, status, progress, time")
      .option("--json", "print JSON"),
  ).action(async ({ json, ...options }: SimulateOptions) => {
    const rest = await restClientOf(options);
    const analyses = await rest.all<ShownAnalysis>("/v2/analyses?$orderby=createdAt%20desc");
    if (json) console.log(JSON.stringify(analyses, null, 2));
    else for (const one of analyses) console.log(rowLine([one.key, one.kind, progressWords(one), one.createdAt]));
  });
  addSignInOptions(
    simulate
      .command("show")
      .description("Show the result of an analysis")
      .argument("<key>", "key of the analysis")
      .option("--json", "print JSON"),
  ).action(async (key: string, { json, ...options }: SimulateOptions) => {
    const rest = await restClientOf(options);
    await print(rest, await rest.get<ShownAnalysis>(analysisPath(key)), json === true);
  });
}

interface Compared {
  readonly predicted: number;
  readonly came: number;
  readonly missing: number;
  readonly others: number | null;
}

function addCompare(simulate: Command): void {
  addSignInOptions(
    simulate
      .command("compare")
      .description("Compare what was predicted with what came since then")
      .argument("<key>", "key of the analysis")
      .option("--json", "print JSON"),
  ).action(async (key: string, { json, ...options }: SimulateOptions) => {
    const rest = await restClientOf(options);
    const { body } = await rest.post<Compared>(`${analysisPath(key)}/compare`, {});
    const { predicted, came, missing, others } = body;
    if (json) console.log(JSON.stringify(body, null, 2));
    else
      console.log(
        `${came} of ${predicted} predicted changes came, ${missing} did not${others === null ? "" : `, ${others} others came`}.`,
      );
  });
}

async function print(rest: RestClient, analysis: ShownAnalysis, json: boolean): Promise<void> {
  const rows = await rest.all<ShownRow>(`${analysisPath(analysis.key)}/rows`);
  if (json) {
    console.log(JSON.stringify({ ...analysis, rows }, null, 2));
    return;
  }
  const ids = await idsOf(
    rest,
    rows.flatMap(({ userKey }) => userKey ?? []),
  );
  for (const { userKey, operation, targetSystemKey, groupKey, roleKey, requestKey, why } of rows) {
    const person = ids.get(userKey ?? "") ?? userKey ?? "";
    const things = [targetSystemKey, groupKey, roleKey, requestKey].filter((thing) => thing !== null);
    console.log(rowLine([operation, person, ...things, why]));
  }
  console.log(`${analysis.key}: ${progressWords(analysis)}. Nothing was changed.`);
}
