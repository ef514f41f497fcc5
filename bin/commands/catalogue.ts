import type { Command } from "commander";

import type { FormField } from "#domain/catalogue/form-fields.ts";
import type { HeldAnswer } from "#domain/catalogue/item-standing.ts";

import { entityPath } from "../entity-path.ts";
import { wholeNumber } from "../option-values.ts";
import { printFirst } from "../print-first.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { addCatalogueChanges } from "./catalogue-changes.ts";

/**
 * Adds `gatehouse catalogue list | show`, which call the public REST API, `closed`, which reads this installation's database, and the
 * commands that change details.
 */
export function addCatalogueCommand(program: Command): void {
  const catalogue = program
    .command("catalogue")
    .description("Manage the catalog: what can be requested, who approves it, and who answers for it");
  addList(catalogue);
  addShow(catalogue);
  addClosed(catalogue);
  addCatalogueChanges(catalogue);
}

/** An item as the REST API shows it, with the fields that these commands read. */
interface Item {
  readonly key: string;
  readonly resourceType: string;
  /** Null for a template. */
  readonly targetSystemKey: string | null;
  readonly name: string;
  readonly description: string;
}

interface ShownItem extends Item {
  readonly helpUrl: string | null;
  readonly requestable: boolean;
  readonly owner: { readonly id: string; readonly displayName: string | null } | null;
  readonly risk: number | null;
  readonly tags: readonly string[];
  readonly longestHours: number | null;
  readonly formFields: readonly Pick<FormField, "name" | "label" | "type" | "required">[];
  readonly codes: readonly string[];
  readonly fulfilment: string;
  readonly fields: readonly {
    readonly attribute: string;
    readonly discoveredObjectType: string;
    readonly type: string;
    readonly minValues: number;
    readonly fromProfile: boolean;
  }[];
  readonly phases: readonly { readonly sequence: number; readonly words: string }[];
}

type Details = Pick<ShownItem, "owner" | "risk" | "tags" | "longestHours" | "formFields">;

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
          rowLine([resourceType, key, targetSystemKey ?? "-", name, description]),
      });
    });
}

function addShow(catalogue: Command): void {
  addSignInOptions(catalogue.command("show").description("Show an item of the catalog with its fields and approvers"))
    .argument("<key>", "id of the target system, or key of the group or of the template")
    .option("--recipient <key>", "key of the user whose access is shown; yours by default")
    .addHelpText("after", "\nExample:\n  gatehouse catalogue show DIRECTORY --user anna --password-file anna.txt\n")
    .action(async (key: string, { recipient, ...options }: SignInOptions & { readonly recipient?: string }) => {
      const rest = await restClientOf(options);
      console.log(textOf(await rest.get<ShownItem>(entityPath("catalogueItems", key))));
      const asked = { keys: [key], ...(recipient !== undefined && { recipientKey: recipient }) };
      const { body } = await rest.post<{ items: readonly Standing[] }>("/v2/catalogueItems/standing", asked);
      for (const standing of body.items) console.log(standingText(standing));
    });
}

/** Standing of a recipient to an item, with the fields that this command reads. */
interface Standing {
  readonly held: HeldAnswer;
  readonly requestNumber: string | null;
}

const heldWords: Readonly<Record<HeldAnswer, string>> = {
  no: "no",
  yes: "yes",
  indirectly: "by another group",
  unknown: "unknown, because the target system does not show all members",
};

function standingText({ held, requestNumber }: Standing): string {
  return `Held: ${heldWords[held]}${requestNumber === null ? "" : `; requested by ${requestNumber}`}`;
}

const performers: Readonly<Record<string, string>> = { implementer: "people", none: "nobody" };

function textOf({ name, resourceType, targetSystemKey, description, helpUrl, ...item }: ShownItem): string {
  const place = resourceType === "managedGroup" ? ` on ${targetSystemKey}` : "";
  const decided = item.phases.length === 0 ? ["Nobody is asked."] : item.phases.map(phaseLine);
  return [
    `${name}${place}: ${description}`,
    ...(helpUrl === null ? [] : [`Help: ${helpUrl}`]),
    `Asked for by: ${item.codes.join(", ") || "nothing"}`,
    ...(item.fulfilment === "connector" ? [] : [`Performed by: ${performers[item.fulfilment] ?? item.fulfilment}`]),
    ...detailLines(item),
    ...item.fields.map(fieldLine),
    ...(item.requestable ? decided : ["It cannot be asked for now."]),
  ].join("\n");
}

function detailLines({ owner, risk, tags, longestHours, formFields }: Details): readonly string[] {
  return [
    ...(owner === null ? [] : [`Owner: ${owner.displayName ?? owner.id}`]),
    ...(risk === null ? [] : [`Risk: ${risk}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(", ")}`]),
    ...(longestHours === null ? [] : [`Longest time: ${longestHours} h`]),
    ...formFields.map(
      ({ name, label, type, required }) => `Form: ${name} (${label}, ${type}, ${required ? "needed" : "optional"})`,
    ),
  ];
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
