import type { Command } from "commander";

import { addCsvOptions, csvPrinter, type CsvOptions } from "../csv-output.ts";
import { entityPath, quotedText } from "../entity-path.ts";
import { itemNamesOf } from "../item-names.ts";
import { wholeNumber } from "../option-values.ts";
import { printFirst } from "../print-first.ts";
import { readJson } from "../read-json.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { onService } from "../with-service.ts";

/**
 * Adds `gatehouse sod violations` and `sod rule list | show`, which call the public REST API, and `sod rule add | edit | phases | remove`,
 * which act on this installation or, with `--url`, on a remote service.
 */
export function addSodCommand(program: Command): void {
  const sod = program
    .command("sod")
    .description("Manage separation of duties: rules, and who violates them")
    .addHelpText("after", examples);
  addViolations(sod);
  const rule = sod.command("rule").description("Manage rules of separation of duties");
  addReads(rule);
  rule
    .command("add")
    .description("Add a rule and print its key")
    .argument("<file>", "JSON file with the rule, as POST /v2/sodRules takes it; '-' = standard input")
    .action(async (file: string) => {
      const { addSodRule } = await import("#operations/sod/change-sod-rules.ts");
      const { key } = await onService(addSodRule, readJson(file));
      console.log(key);
    });
  rule
    .command("edit")
    .description("Change fields of a rule; its parts and its phases are replaced whole")
    .argument("<key>", keyWords)
    .argument("<file>", "JSON file with the fields to change, as PATCH /v2/sodRules takes them; '-' = standard input")
    .action(async (key: string, file: string) => {
      const { updateSodRule } = await import("#operations/sod/change-sod-rules.ts");
      await onService(updateSodRule, { ...readJson(file), key });
      console.log(`Rule '${key}' changed.`);
    });
  rule
    .command("phases")
    .description("Replace the approval phases of a rule")
    .argument("<key>", keyWords)
    .argument("<file>", "JSON file with the list of phases; '-' = standard input")
    .action(async (key: string, file: string) => {
      const { setSodRulePhases } = await import("#operations/sod/change-sod-rules.ts");
      const { phases } = await onService(setSodRulePhases, { key, authorizationPhases: readJson(file) });
      console.log(`Rule '${key}' has ${phases} approval phases.`);
    });
  rule
    .command("remove")
    .description("Remove a rule (its violations end and stay on record)")
    .argument("<key>", keyWords)
    .action(async (key: string) => {
      const { removeSodRule } = await import("#operations/sod/change-sod-rules.ts");
      await onService(removeSodRule, { key });
      console.log(`Rule '${key}' removed.`);
    });
}

const keyWords = "key of the rule";

const examples = `
docs/separation-of-duties.md says what a rule holds.

Examples:
  gatehouse sod rule add payments.json
  gatehouse sod rule phases 5b1f… phases.json
  gatehouse sod rule list --user admin --password-file admin.txt
  gatehouse sod violations --user admin --password-file admin.txt
  gatehouse sod violations --rule PAYMENTS --all --csv --user admin --password-file admin.txt
`;

interface ListedRule {
  readonly key: string;
  readonly id: string;
  readonly severity: string;
  readonly answer: string;
  readonly enabled: boolean;
  readonly description: string;
}

function addReads(rule: Command): void {
  addSignInOptions(rule.command("list").description("List rules: key, status, name, severity, answer, description"))
    .option("--top <number>", "how many at most", wholeNumber, 100)
    .action(async ({ top, ...options }: SignInOptions & { readonly top: number }) => {
      const rest = await restClientOf(options);
      await printFirst(rest, "/v2/sodRules", {
        top,
        query: "$select=key,id,severity,answer,enabled,description",
        lineOf: ({ key, id, severity, answer, enabled, description }: ListedRule) =>
          rowLine([key, enabled ? "enabled " : "disabled", id, severity, answer, description]),
      });
    });
  addSignInOptions(rule.command("show").description("Show a rule with its parts and phases as JSON"))
    .argument("<key>", keyWords)
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      console.log(JSON.stringify(await rest.get(entityPath("sodRules", key)), null, 2));
    });
}

/** A violation as the REST API shows it, with the fields that this command reads. */
interface Violation {
  readonly key: string;
  readonly ruleKey: string;
  readonly userKey: string;
  readonly items: readonly { readonly part: number; readonly itemType: string; readonly itemKey: string }[];
  readonly foundAt: string;
  readonly endedAt: string | null;
  readonly exceptionKey: string | null;
  readonly rule: { readonly id: string; readonly severity: string } | null;
  readonly person: { readonly id: string } | null;
}

interface ViolationOptions extends SignInOptions, CsvOptions {
  readonly rule?: string;
  readonly of?: string;
  readonly all?: true;
}

function addViolations(sod: Command): void {
  const list = addSignInOptions(
    sod.command("violations").description("List violations: rule, severity, person, access, since, exception"),
  )
    .option("--rule <id>", "violations of the rule with this name")
    .option("--of <user>", "violations by the user with this id")
    .option("--all", "also violations that have ended");
  addCsvOptions(list).action(async (options: ViolationOptions) => {
    const rest = await restClientOf(options);
    const violations = await rest.all<Violation>(`/v2/violations?${queryOf(options)}`);
    const items = violations.flatMap((one) => one.items).filter(({ itemType }) => itemType !== "targetSystem");
    const names = await itemNamesOf(
      rest,
      items.map(({ itemKey }) => itemKey),
    );
    const rows = violations.map((one) => ({ ...one, names }));
    if (options.csv !== true)
      return rows.forEach((row) => console.log(rowLine(columns.slice(1).map(([, value]) => value(row)))));
    const print = csvPrinter(
      columns.map(([name]) => name),
      options,
    );
    for (const row of rows) print(columns.map(([, value]) => value(row)));
  });
}

function queryOf({ rule, of, all }: ViolationOptions): string {
  const filters = [
    ...(rule === undefined ? [] : [`rule/id eq ${quotedText(rule)}`]),
    ...(of === undefined ? [] : [`person/id eq ${quotedText(of)}`]),
    ...(all === true ? [] : ["endedAt eq null"]),
  ];
  const filter = filters.length === 0 ? "" : `&$filter=${encodeURIComponent(filters.join(" and "))}`;
  return `$expand=rule($select=id,severity),person($select=id)${filter}`;
}

/** A violation with the names of the groups and roles by which it is one, by their keys. */
interface NamedViolation extends Violation {
  readonly names: ReadonlyMap<string, string>;
}

function accessOf({ items, names }: NamedViolation): string {
  const words = items.map(({ part, itemType, itemKey }) => {
    const name = names.get(itemKey);
    return `${part}: ${itemType} ${name === undefined ? itemKey : `${name} (${itemKey})`}`;
  });
  return words.join("; ");
}

type Column = readonly [name: string, value: (row: NamedViolation) => string];

const columns: readonly Column[] = [
  ["key", ({ key }) => key],
  ["rule", ({ rule, ruleKey }) => rule?.id ?? ruleKey],
  ["severity", ({ rule }) => rule?.severity ?? ""],
  ["person", ({ person, userKey }) => person?.id ?? userKey],
  ["access", accessOf],
  ["foundAt", ({ foundAt }) => foundAt],
  ["endedAt", ({ endedAt }) => endedAt ?? ""],
  ["exception", ({ exceptionKey }) => exceptionKey ?? ""],
];
