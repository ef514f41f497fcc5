import type { Command } from "commander";

import { entityPath } from "../entity-path.ts";
import { wholeNumber } from "../option-values.ts";
import { printFirst } from "../print-first.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** Adds `gatehouse catalogue list | show`, which call the public REST API, and `closed`, which reads this installation's database. */
export function addCatalogueCommand(program: Command): void {
  const catalogue = program
    .command("catalogue")
    .description("Browse the catalog: what can be requested, and who approves it");
  addList(catalogue);
  addShow(catalogue);
  addClosed(catalogue);
}

/** An item as the REST API shows it, with the fields that these commands read. */
interface Item {
  readonly key: string;
  readonly resourceType: string;
  readonly targetSystemKey: string;
  readonly name: string;
  readonly description: string;
}

interface ShownItem extends Item {
  readonly helpUrl: string | null;
  readonly requestable: boolean;
  readonly codes: readonly string[];
  readonly fields: readonly {
    readonly attribute: string;
    readonly discoveredObjectType: string;
    readonly type: string;
    readonly minValues: number;
    readonly fromProfile: boolean;
  }[];
  readonly phases: readonly { readonly sequence: number; readonly words: string }[];
}

interface ListOptions extends SignInOptions {
  readonly search?: string;
  readonly top: number;
}

function addList(catalogue: Command): void {
  addSignInOptions(
    catalogue.command("list").description("List what you can request: type, key, target system, name, description"),
  )
    .option("--search <text>", "words of the name or description")
    .option("--top <number>", "how many at most", wholeNumber, 100)
    .addHelpText(
      "after",
      "\nExample:\n  gatehouse catalogue list --search sales --user anna --password-file anna.txt\n",
    )
    .action(async ({ search, top, ...options }: ListOptions) => {
      const rest = await restClientOf(options);
      const query = search === undefined ? "" : `$search=${encodeURIComponent(search)}`;
      await printFirst(rest, "/v2/catalogueItems", {
        top,
        query,
        lineOf: ({ resourceType, key, targetSystemKey, name, description }: Item) =>
          rowLine([resourceType, key, targetSystemKey, name, description]),
      });
    });
}

function addShow(catalogue: Command): void {
  addSignInOptions(catalogue.command("show").description("Show an item of the catalog with its fields and approvers"))
    .argument("<key>", "id of the target system, or key of the group")
    .addHelpText("after", "\nExample:\n  gatehouse catalogue show DIRECTORY --user anna --password-file anna.txt\n")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      console.log(textOf(await rest.get<ShownItem>(entityPath("catalogueItems", key))));
    });
}

function textOf({ name, resourceType, targetSystemKey, description, helpUrl, ...item }: ShownItem): string {
  const place = resourceType === "managedGroup" ? ` on ${targetSystemKey}` : "";
  const decided = item.phases.length === 0 ? ["Nobody is asked."] : item.phases.map(phaseLine);
  return [
    `${name}${place}: ${description}`,
    ...(helpUrl === null ? [] : [`Help: ${helpUrl}`]),
    `Asked for by: ${item.codes.join(", ") || "nothing"}`,
    ...item.fields.map(fieldLine),
    ...(item.requestable ? decided : ["It cannot be asked for now."]),
  ].join("\n");
}

function fieldLine({
  attribute,
  discoveredObjectType,
  type,
  minValues,
  fromProfile,
}: ShownItem["fields"][number]): string {
  const needed = fromProfile ? "from the profile" : minValues > 0 ? "needed" : "optional";
  return `Field: ${attribute} (${discoveredObjectType}, ${type}, ${needed})`;
}

function phaseLine({ sequence, words }: ShownItem["phases"][number]): string {
  return `Phase ${sequence}: ${words}`;
}

function addClosed(catalogue: Command): void {
  catalogue
    .command("closed")
    .description("List target systems and groups without approvers")
    .addHelpText("after", "\nExample:\n  gatehouse catalogue closed\n")
    .action(async () => {
      const { readSettings } = await import("#platform/settings/settings.ts");
      const { requireDatabaseFolder } = await import("../compose.ts");
      const { sayInstallation } = await import("../installation-line.ts");
      const { sayClosed } = await import("../say-closed.ts");
      const settings = readSettings();
      requireDatabaseFolder(settings);
      sayInstallation(settings);
      const isSome = await sayClosed(settings.databaseUrl, Number.MAX_SAFE_INTEGER);
      if (!isSome) console.log("Everything has authorization phases or says autoApprove.");
    });
}
