import type { Command } from "commander";

import { entityPath } from "../entity-path.ts";
import { wholeNumber } from "../option-values.ts";
import { printFirst } from "../print-first.ts";
import { readJson } from "../read-json.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { onService } from "../with-service.ts";
import { addRolePeople } from "./role-people.ts";

/**
 * Adds `gatehouse role list | show`, which call the public REST API, and the commands that change roles, which act on this installation
 * or, with `--url`, on a remote service.
 */
export function addRoleCommand(program: Command): void {
  const role = program
    .command("role")
    .description("Manage roles: their versions, members, owners and approval phases")
    .addHelpText("after", examples);
  addReads(role);
  addVersions(role);
  addRolePeople(role);
  role
    .command("phases")
    .description("Replace the approval phases of a role")
    .argument("<key>", keyWords)
    .argument("<file>", "JSON file with the list of phases; '-' = standard input")
    .action(async (key: string, file: string) => {
      const { setRolePhases } = await import("#operations/roles/change-roles.ts");
      const { phases } = await onService(setRolePhases, { key, authorizationPhases: readJson(file) });
      console.log(`Role '${key}' has ${phases} approval phases.`);
    });
  role
    .command("retire")
    .description("Take a role out of force; its members lose it")
    .argument("<key>", keyWords)
    .action(async (key: string) => {
      const { retireRole } = await import("#operations/roles/change-roles.ts");
      const { members } = await onService(retireRole, { key });
      console.log(`Role '${key}' retired; ${members} people lose it.`);
    });
  role
    .command("remove")
    .description("Remove a role that is not in force and that nobody has")
    .argument("<key>", keyWords)
    .action(async (key: string) => {
      const { removeRole } = await import("#operations/roles/change-roles.ts");
      await onService(removeRole, { key });
      console.log(`Role '${key}' removed.`);
    });
}

const keyWords = "key of the role";

const examples = `
docs/roles.md says what a role holds.

Examples:
  gatehouse role add SALES sales.json
  gatehouse role phases 5b1f… phases.json
  gatehouse role put-in-force 5b1f… --number 1
  gatehouse role assign 5b1f… --person anna --reason "covers for ben" --until 2031-01-31T00:00:00Z
  gatehouse role list --user anna --password-file anna.txt
`;

function addVersions(role: Command): void {
  role
    .command("add")
    .description("Add a role with a draft, and print its key")
    .argument("<id>", "name of the role, without blanks")
    .argument("[file]", "JSON file with the draft, as POST /v2/roles takes it; '-' = standard input")
    .action(async (id: string, file: string | undefined) => {
      const { addRole } = await import("#operations/roles/change-roles.ts");
      const { key } = await onService(addRole, { id, draft: file === undefined ? null : readJson(file) });
      console.log(key);
    });
  role
    .command("edit")
    .description("Change fields of the draft of a role; without a draft one is begun with the content in force")
    .argument("<key>", keyWords)
    .argument("<file>", "JSON file with the fields to change; '-' = standard input")
    .action(async (key: string, file: string) => {
      const { updateRole } = await import("#operations/roles/change-roles.ts");
      await onService(updateRole, { key, draft: readJson(file) });
      console.log(`Draft of the role '${key}' changed.`);
    });
  role
    .command("discard")
    .description("Discard the draft of a role")
    .argument("<key>", keyWords)
    .action(async (key: string) => {
      const { discardDraft } = await import("#operations/roles/change-roles.ts");
      const { number } = await onService(discardDraft, { key });
      console.log(`Version ${number} of the role '${key}' discarded.`);
    });
  role
    .command("put-in-force")
    .description("Put the draft of a role in force")
    .argument("<key>", keyWords)
    .option("--number <number>", "refuse unless the draft has this number", wholeNumber)
    .option("--force", "accept a condition on facts that others than superusers can write")
    .action(async (key: string, { number, force }: { readonly number?: number; readonly force?: true }) => {
      const { putRoleInForce } = await import("#operations/roles/put-in-force.ts");
      const inForce = await onService(putRoleInForce, { key, number: number ?? null, force: force ?? null });
      for (const { fact, writers } of inForce.reads)
        console.log(`Reads ${fact}${writers.length === 0 ? "" : `: ${writers.join("; ")}`}`);
      console.log(`Version ${inForce.number} of the role '${key}' is in force.`);
    });
}

interface ListedRole {
  readonly key: string;
  readonly id: string;
  readonly state: string;
  readonly number: number | null;
  readonly description: string | null;
}

function addReads(role: Command): void {
  addSignInOptions(role.command("list").description("List roles: key, state, version in force, name, description"))
    .option("--top <number>", "how many at most", wholeNumber, 100)
    .action(async ({ top, ...options }: SignInOptions & { readonly top: number }) => {
      const rest = await restClientOf(options);
      await printFirst(rest, "/v2/roles", {
        top,
        query: "$select=key,id,state,number,description",
        lineOf: ({ key, id, state, number, description }: ListedRole) =>
          rowLine([key, state, String(number ?? "-"), id, description ?? ""]),
      });
    });
  addSignInOptions(role.command("show").description("Show a role with its draft, content, members and owners as JSON"))
    .argument("<key>", keyWords)
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      const path = entityPath("roles", key);
      const shown = await rest.get(`${path}?$expand=entitlements,assignments,owners,versions`);
      console.log(JSON.stringify(shown, null, 2));
    });
}
