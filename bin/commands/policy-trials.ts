import type { Command } from "commander";

import type { DryRun } from "#operations/policies/dry-run.ts";
import type { PolicyEffect, Shift } from "#operations/policies/engine/compare-rights.ts";
import type { PolicyView } from "#operations/policies/read-policies.ts";
import type { Policy } from "#policies/policy.ts";

import { CliError } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { readText } from "../read-text.ts";
import { onService } from "../with-service.ts";

const fileRule = `
A file of policies: a line 'name:' begins a policy, the lines below it are its expression, lines with # say nothing.
`;

/** Adds `check`, `diff` and `dry-run`, which change nothing. */
export function addPolicyTrials(policy: Command): void {
  policy
    .command("check")
    .description("Check the policies of a file, or the saved ones")
    .argument("[file]", "file of policies; '-' = standard input")
    .addHelpText("after", `${fileRule}\nExamples:\n  gatehouse policy check new.policies\n  gatehouse policy check\n`)
    .action(async (file?: string) => {
      if (file !== undefined) {
        console.log(fits((await policiesOfFile(file)).length, "policy"));
        return;
      }
      const { compilePolicy } = await import("#policies/compile-policy.ts");
      const { defaultPolicy } = await import("#policies/default-policies.ts");
      const stored = await storedViews();
      const broken = stored.flatMap(({ name, stored: row }) => {
        const preset = defaultPolicy(name);
        const check = preset && row && compilePolicy({ ...preset, expression: row.expression });
        return check && "findings" in check ? check.findings.map((finding) => ({ name, ...finding })) : [];
      });
      if (broken.length > 0)
        throw new CliError(
          broken.map(({ name, line, column, message }) => `${name}:${line}:${column}: ${message}`).join("\n"),
        );
      console.log(fits(stored.length, "stored policy"));
    });
  policy
    .command("diff")
    .description("Show how the saved policies differ from the defaults, or a file from the active policies")
    .argument("[file]", "file of policies; '-' = standard input")
    .addHelpText("after", `${fileRule}\nExamples:\n  gatehouse policy diff\n  gatehouse policy diff new.policies\n`)
    .action(async (file?: string) => {
      const wanted = file === undefined ? undefined : await policiesOfFile(file);
      const { listPolicies } = await import("#operations/policies/read-policies.ts");
      const views = await onService(listPolicies, {});
      const pairs =
        wanted?.map(({ name, expression }) => ({
          name,
          from: views.find((view) => view.name === name)?.expression ?? "",
          to: expression,
        })) ?? views.map((view) => ({ name: view.name, from: view.default, to: view.expression }));
      const different = pairs.filter(({ from, to }) => from !== to);
      for (const { name, from, to } of different) {
        console.log(`${name}:\n${marked("-", from)}\n${marked("+", to)}`);
      }
      if (different.length === 0) console.log("There is no difference.");
    });
  policy
    .command("dry-run")
    .description("Show who would gain or lose access (nothing is saved)")
    .argument("<file>", "file of policies; '-' = standard input")
    .option("--users <number>", "how many users to compare at most", wholeNumber)
    .option("--json", "print JSON")
    .addHelpText("after", `${fileRule}\nExample:\n  gatehouse policy dry-run new.policies\n`)
    .action(async (file: string, { users, json }: { users?: number; json?: boolean }) => {
      const policies = (await policiesOfFile(file)).map(({ name, expression }) => ({ name, expression }));
      const { dryRunPolicies } = await import("#operations/policies/dry-run.ts");
      const result = await onService(dryRunPolicies, { policies, ...(users === undefined ? {} : { usersMax: users }) });
      console.log(json ? JSON.stringify(result, null, 2) : dryRunText(result));
    });
}

/**
 * Reads and checks the policies of a file; `-` means standard input.
 * @throws CliError with one line for each finding, `file:line:column: message`
 */
async function policiesOfFile(file: string): Promise<readonly Policy[]> {
  const { readPolicyFile } = await import("#policies/policy-file.ts");
  const read = readPolicyFile(readText(file));
  if ("policies" in read) return read.policies;
  const lines = read.findings.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  throw new CliError(lines.join("\n"));
}

function fits(count: number, what: string): string {
  return count === 1 ? `1 ${what} fits the rules.` : `${count} ${what.replace(/y$/, "ies")} fit the rules.`;
}

async function storedViews(): Promise<readonly PolicyView[]> {
  const { listPolicies } = await import("#operations/policies/read-policies.ts");
  return (await onService(listPolicies, {})).filter(({ stored }) => stored !== null);
}

function marked(mark: string, text: string): string {
  return text
    .split("\n")
    .map((line) => `${mark} ${line}`)
    .join("\n");
}

function dryRunText({ users: { compared, total }, policies }: DryRun): string {
  const scope = compared < total ? `the first ${compared} of ${total} users` : `all ${total} users`;
  return [`Compared for ${scope}; nothing was changed.`, ...policies.map(effectText)].join("\n\n");
}

function effectText(effect: PolicyEffect): string {
  const { name, kind, gained, lost } = effect;
  const note = kind === "sample" ? " (a sample: some users and rows were asked one by one)" : "";
  if (gained.users + lost.users === 0) return `${name}${note}\n  nobody gains or loses anything`;
  return [`${name}${note}`, ...shiftLines("gain", effect, gained), ...shiftLines("lose", effect, lost)].join("\n");
}

function shiftLines(verb: "gain" | "lose", { table }: PolicyEffect, { users, rows, examples }: Shift): string[] {
  if (users === 0) return [];
  const what = table === null ? "the right" : `${rows} ${rows === 1 ? "row" : "rows"} of ${table}`;
  const lines = examples.map(({ user, rows: count, keys }) => {
    const more = count !== null && count > keys.length ? ", …" : "";
    return count === null ? `    ${user}` : `    ${user}: ${count} (${keys.join(", ")}${more})`;
  });
  const others = users > examples.length ? [`    and ${users - examples.length} more`] : [];
  return [`  ${users === 1 ? `1 user ${verb}s` : `${users} users ${verb}`} ${what}`, ...lines, ...others];
}
