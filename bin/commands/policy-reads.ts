import type { Command } from "commander";

import type { PolicyView } from "#operations/policies/read-policies.ts";
import type { ExplainedPart } from "#policies/explain.ts";

import { parsedJson } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { oneLine, versionLines } from "../version-options.ts";
import { onService } from "../with-service.ts";

/** Adds `list`, `show`, `versions` and `explain`. */
export function addPolicyReads(policy: Command): void {
  policy
    .command("list")
    .description("List policies: origin, name, expression")
    .option("--stored", "only those that are stored in the database")
    .option(...asJson)
    .addHelpText("after", "\nExamples:\n  gatehouse policy list\n  gatehouse policy list --stored\n")
    .action(async ({ stored, json }: { stored?: boolean; json?: boolean }) => {
      const { listPolicies } = await import("#operations/policies/read-policies.ts");
      const all = await onService(listPolicies, {});
      const shown = stored ? all.filter((view) => view.stored !== null) : all;
      if (json) return console.log(JSON.stringify(shown, null, 2));
      for (const view of shown) console.log(rowLine([stateOf(view).padEnd(8), view.name, oneLine(view.expression)]));
    });
  policy
    .command("show")
    .description("Show the active policy of a name, its default, and the fields that it can read")
    .argument("<name>", "name of the policy")
    .option(...asJson)
    .addHelpText("after", "\nExample:\n  gatehouse policy show users_get_list\n")
    .action(async (name: string, { json }: { json?: boolean }) => {
      const { showPolicy } = await import("#operations/policies/read-policies.ts");
      const view = await onService(showPolicy, { name });
      if (json) return console.log(JSON.stringify(view, null, 2));
      const { source, stored, fault, fields } = view;
      const version = stored === null ? "" : `, version ${stored.number}${stored.enabled ? "" : " (not enabled)"}`;
      console.log(`${view.name}: ${source}${version}`);
      if (fault !== null) console.log(`denies everybody: ${fault}`);
      console.log(`\n${view.expression}\n`);
      if (view.expression !== view.default) console.log(`default\n\n${view.default}\n`);
      const readable = Object.entries(fields).map(([field, type]) => `resource.${field}: ${type}`);
      console.log(readable.length === 0 ? "It reads no resource." : readable.join("\n"));
    });
  policy
    .command("versions")
    .description("List the versions of a policy, newest first: author, time, comment, expression")
    .argument("<name>", "name of the policy")
    .option(...asJson)
    .addHelpText("after", "\nExample:\n  gatehouse policy versions users_get_list\n")
    .action(async (name: string, { json }: { json?: boolean }) => {
      const { listPolicyVersions } = await import("#operations/policies/read-policies.ts");
      const versions = await onService(listPolicyVersions, { name });
      if (json) return console.log(JSON.stringify(versions, null, 2));
      for (const version of versions) for (const line of versionLines(version, oneLine)) console.log(line);
      if (versions.length === 0) console.log("It was never changed.");
    });
  addExplain(policy);
}

const asJson = ["--json", "print JSON"] as const;

function stateOf({ source, stored, fault }: PolicyView): string {
  if (fault !== null) return "broken";
  return stored !== null && !stored.enabled ? "disabled" : source;
}

function addExplain(policy: Command): void {
  policy
    .command("explain")
    .description("Explain the result of a policy for a user, with the value of each part")
    .argument("<name>", "name of the policy")
    .requiredOption("--user <id>", "id of the user")
    .option("--resource <json>", "fields of the resource, as an object")
    .option(...asJson)
    .addHelpText("after", `\nExample:\n  gatehouse policy explain users_get --user anna --resource '{"key":"0d7c…"}'\n`)
    .action(async (name: string, options: { user: string; resource?: string; json?: boolean }) => {
      const { explainPolicy } = await import("#operations/policies/explain-policy.ts");
      const { resource: text } = options;
      const wrong = () => `--resource '${text}' is not JSON. Quote it as '{"key":…}'.`;
      const resource = text === undefined ? {} : { resource: parsedJson(text, wrong) };
      const explanation = await onService(explainPolicy, { key: name, userId: options.user, ...resource });
      if (options.json) return console.log(JSON.stringify(explanation, null, 2));
      const open = explanation.parts[0]?.outcome === "open";
      const verdict = explanation.allowed ? "allowed" : `denied: ${explanation.reason}`;
      console.log(`${name} for ${options.user}: ${open ? "depends on the resource" : verdict}\n`);
      for (const part of explanation.parts) console.log(partLine(part));
      if (explanation.rows !== null) console.log(`\nrows: ${explanation.rows}`);
    });
}

function partLine({ depth, text, line, column, outcome, value }: ExplainedPart): string {
  const shown = { value, failed: `fails: ${value}`, open: value }[outcome];
  return `${"  ".repeat(depth)}${oneLine(text)}  →  ${shown}  (${line}:${column})`;
}
