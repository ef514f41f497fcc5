import { type Command, Option } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import type { Kind } from "../configuration/kinds.ts";
import type { Plan, PlanOptions } from "../configuration/plan.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

interface FolderOptions extends SignInOptions {
  readonly folder: string;
  readonly only?: string;
}

interface ComparingOptions extends FolderOptions {
  readonly prune?: true;
  readonly setSecrets?: true;
}

/** Adds `gatehouse config export | plan | apply`, which call the public REST API. */
export function addConfigCommand(program: Command): void {
  const config = program
    .command("config")
    .description("Keep the configuration of an installation as files: export it, compare it, apply it")
    .addHelpText("after", examples);
  addExport(config);
  addPlan(config);
  addApply(config);
}

const examples = `
docs/configuration-as-files.md leads from a test site to production.

Examples:
  gatehouse config export --folder iam --user root --password-file root.txt
  gatehouse config plan --folder iam --exit-code --url https://iam.example --user root --password-file root.txt
  gatehouse config apply --folder iam --secrets secrets.yaml --new-secrets new.yaml --user root --password-file root.txt
  gatehouse config apply --folder iam --only targetSystems,targetGroups --prune --user root --password-file root.txt
`;

function folderOptions(command: Command): Command {
  return addSignInOptions(
    command
      .requiredOption("-f, --folder <folder>", "folder of the files, one for each object, in a folder for each kind")
      .option("--only <kinds>", "kinds with commas between them, such as targetSystems,policies; all without it"),
  );
}

function comparingOptions(command: Command): Command {
  return folderOptions(command)
    .option("--prune", "remove what no file names, of the kinds that have a folder; built-in objects stay")
    .option("--set-secrets", "set the secrets again that are set already");
}

function addExport(config: Command): void {
  folderOptions(config.command("export"))
    .description("Write the configuration into files; secrets are references")
    .option("--replace", "replace the files of an earlier export")
    .action(async ({ folder, only, replace, ...signIn }: FolderOptions & { readonly replace?: true }) => {
      const { withDistinctSecrets } = await import("../configuration/distinct-secrets.ts");
      const { openNames } = await import("../configuration/names.ts");
      const { readKind } = await import("../configuration/read-installation.ts");
      const { writeFolder } = await import("../configuration/write-folder.ts");
      const { leftOut } = await import("../configuration/kinds.ts");
      const kinds = await kindsNamed(only);
      const rest = await restClientOf(signIn);
      const names = openNames(rest);
      const documents = [];
      for (const kind of kinds) documents.push(...(await readKind(rest, kind, names)));
      writeFolder(folder, kinds, withDistinctSecrets(documents), { replace: replace === true });
      console.log(`${documents.length} files exported to '${folder}'.`);
      if (only === undefined)
        for (const [name, why] of Object.entries(leftOut)) console.error(`Left out: ${name} (${why}).`);
    });
}

function addPlan(config: Command): void {
  comparingOptions(config.command("plan"))
    .description("Show what applying the files would change; nothing is changed")
    .option("--exit-code", `end with ${ExitCode.Different} if something would change`)
    .option("--json", "print the plan as JSON")
    .action(async (options: ComparingOptions & { readonly exitCode?: true; readonly json?: true }) => {
      const { planData } = await import("../configuration/plan-text.ts");
      const plan = await planOf(options, await restClientOf(options));
      if (options.json === true) console.log(JSON.stringify(planData(plan), null, 2));
      else await printPlan(plan);
      if (options.exitCode === true && plan.changes.length > 0) process.exitCode = ExitCode.Different;
    });
}

interface ApplyOptions extends ComparingOptions {
  readonly secrets?: string;
  readonly newSecrets?: string;
  readonly comment?: string;
}

function addApply(config: Command): void {
  comparingOptions(config.command("apply"))
    .description("Change the installation so that it is as the files say")
    .option("--secrets <file>", "YAML file of secrets, as NAME: value; it goes before the environment")
    .option("--new-secrets <file>", "new file for the secrets that the service makes and shows once")
    .addOption(new Option("--comment <text>", "reason of new versions of policies and chains"))
    .action(async ({ secrets, newSecrets, comment, ...options }: ApplyOptions) => {
      const { applyPlan } = await import("../configuration/apply.ts");
      const { withNewSecrets } = await import("../configuration/new-secrets.ts");
      const { requirePlaceForSecrets } = await import("../configuration/plan-secrets.ts");
      const { doneText } = await import("../configuration/plan-text.ts");
      const { openSecrets } = await import("../configuration/secrets.ts");
      const found = openSecrets(process.env, secrets);
      const rest = await restClientOf(options);
      const plan = await planOf(options, rest);
      await printPlan(plan);
      if (plan.changes.length === 0) return;
      requirePlaceForSecrets(plan.changes, newSecrets);
      await withNewSecrets(newSecrets, (keep) => applyPlan(plan, { rest, secrets: found, comment, keep }));
      console.log(doneText(plan));
    });
}

async function planOf(options: ComparingOptions, rest: Awaited<ReturnType<typeof restClientOf>>): Promise<Plan> {
  const { makePlan } = await import("../configuration/plan.ts");
  const { readFolder } = await import("../configuration/read-folder.ts");
  const wanted: PlanOptions = { prune: options.prune === true, setSecrets: options.setSecrets === true };
  return makePlan(rest, readFolder(options.folder, await kindsNamed(options.only)), wanted);
}

async function kindsNamed(only: string | undefined): Promise<readonly Kind[]> {
  const { kinds } = await import("../configuration/kinds.ts");
  if (only === undefined) return kinds;
  const names = only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !kinds.some((kind) => kind.name === name));
  if (unknown === undefined) return kinds.filter(({ name }) => names.includes(name));
  throw new CliError(
    `'${unknown}' is no kind of configuration. Kinds are ${kinds.map(({ name }) => name).join(", ")}.`,
    ExitCode.Usage,
  );
}

async function printPlan(plan: Plan): Promise<void> {
  const { planText } = await import("../configuration/plan-text.ts");
  const isColoured = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  // The console shows what steers a terminal instead of sending it, colors too; the text has nothing else of that kind.
  if (isColoured) process.stdout.write(`${planText(plan, true)}\n`);
  else console.log(planText(plan, false));
}
