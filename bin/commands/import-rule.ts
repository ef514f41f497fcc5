import type { Command } from "commander";

import type { ImportTrial, RuleTrial } from "#operations/import-rules/trial-import-rules.ts";
import type { Row } from "#store/tables.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { onService } from "../with-service.ts";

/**
 * Adds `gatehouse import-rule list | add | update | remove | trial`, which act on this installation or, with `--url`, on a remote
 * service.
 */
export function addImportRuleCommand(program: Command): void {
  const rule = program
    .command("import-rule")
    .description("Manage the import rules, which put discovered systems and accounts under managed system policies")
    .addHelpText("after", examples);
  rule
    .command("list")
    .description("List import rules in order: key, type, number, action, policy, condition")
    .action(async () => {
      const { listImportRules } = await import("#operations/import-rules/change-import-rules.ts");
      const rows = await onService(listImportRules, {});
      for (const row of rows) console.log(lineOf(row));
    });
  rule
    .command("add")
    .description("Add an import rule and print its key")
    .argument("<type>", "managedSystem or managedAccount")
    .argument("<number>", "its place in the order", wholeNumber)
    .argument("<condition>", "a CEL expression over resource; 'true' matches everything")
    .argument("<action>", "bind, unbind or delete")
    .option("--policy <id>", "the managed system policy to bind to, or the only one to unbind from")
    .option("--description <text>", "what it is for")
    .option("--disable", "do not carry it out yet")
    .action(async (...given: [string, number, string, string, RuleOptions]) => {
      const [objectType, sequence, condition, action, { policy, description, disable }] = given;
      const { addImportRule } = await import("#operations/import-rules/change-import-rules.ts");
      const input = { objectType, sequence, condition, action, policyId: policy, description };
      const { key } = await onService(addImportRule, { ...input, enabled: disable !== true });
      console.log(key);
    });
  rule
    .command("update")
    .description("Update an import rule")
    .argument("<key>", "key of the rule")
    .option("--number <number>", "its place in the order", wholeNumber)
    .option("--condition <expression>", "a CEL expression over resource")
    .option("--action <action>", "bind, unbind or delete")
    .option("--policy <id>", "the managed system policy; '' = none")
    .option("--description <text>", "what it is for")
    .option("--enable", "carry it out again")
    .option("--disable", "do not carry it out until it is enabled")
    .action(async (key: string, { number, policy, enable, disable, ...parts }: UpdateOptions) => {
      if (enable && disable) throw new CliError("--enable and --disable exclude each other.", ExitCode.Usage);
      const { updateImportRule } = await import("#operations/import-rules/change-import-rules.ts");
      const enabled = enable ? true : disable ? false : undefined;
      const input = { key, ...parts, sequence: number, policyId: policy === "" ? null : policy, enabled };
      await onService(updateImportRule, input);
      console.log(`The import rule '${key}' is changed.`);
    });
  rule
    .command("remove")
    .description("Remove an import rule (its results are kept)")
    .argument("<key>", "key of the rule")
    .action(async (key: string) => {
      const { removeImportRule } = await import("#operations/import-rules/change-import-rules.ts");
      await onService(removeImportRule, { key });
      console.log(`The import rule '${key}' is removed.`);
    });
  addTrial(rule);
}

const examples = `
Rules of one type are asked in the order of their numbers, and the first that matches decides. They are carried out at the
end of each discovery and by psupdate. docs/import-rules.md says what a condition may read.

Examples:
  gatehouse import-rule add managedSystem 10 "resource.targetGroup == 'SERVERS'" bind --policy SERVERS
  gatehouse import-rule add managedAccount 10 "'Domain Admins' in resource.groups" bind --policy SERVERS
  gatehouse import-rule trial --target DIRECTORY
`;

function lineOf({ key, objectType, sequence, action, policyId, condition, enabled }: Row<"importRules">): string {
  const does = `${action}${policyId === null ? "" : ` ${policyId}`}${enabled ? "" : " (disabled)"}`;
  return rowLine([key, objectType, sequence, does, condition]);
}

interface RuleOptions {
  readonly policy?: string;
  readonly description?: string;
  readonly disable?: boolean;
}

interface UpdateOptions extends RuleOptions {
  readonly number?: number;
  readonly condition?: string;
  readonly action?: string;
  readonly enable?: boolean;
}

function addTrial(rule: Command): void {
  rule
    .command("trial")
    .description("Show what the import rules would do now (nothing is saved)")
    .option("--target <id>", "one target system only")
    .option("--objects <number>", "how many objects to name of each rule", wholeNumber)
    .option("--json", "print JSON")
    .action(async ({ target, objects, json }: { target?: string; objects?: number; json?: boolean }) => {
      const { trialImportRules } = await import("#operations/import-rules/trial-import-rules.ts");
      const input = { targetSystemKey: target, objectsMax: objects };
      const trial = await onService(trialImportRules, input);
      console.log(json ? JSON.stringify(trial, null, 2) : trialText(trial));
    });
}

function trialText({ rules }: ImportTrial): string {
  if (rules.length === 0) return "There is no import rule that is enabled; nothing would be done.";
  return [...rules.flatMap(ruleLines), "Nothing was changed."].join("\n");
}

function ruleLines({ sequence, objectType, action, policyId, matched, changes, objects }: RuleTrial): string[] {
  const does = `${action}${policyId === null ? "" : ` ${policyId}`}`;
  const named = objects.map(({ targetSystemKey, name }) =>
    objectType === "managedSystem" ? name : `${targetSystemKey}/${name}`,
  );
  const others = changes > objects.length && objects.length > 0 ? [`  and ${changes - objects.length} more`] : [];
  return [
    `${objectType} ${sequence}: ${does}: ${matched} matched, ${changes} to change`,
    ...named.map((name) => `  ${name}`),
    ...others,
  ];
}
