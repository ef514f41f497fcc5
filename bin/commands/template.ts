import type { Command } from "commander";

import { entityPath } from "../entity-path.ts";
import { wholeNumber } from "../option-values.ts";
import { printFirst } from "../print-first.ts";
import { readJson } from "../read-json.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { onService } from "../with-service.ts";
import { addTemplateRequest } from "./template-request.ts";

/**
 * Adds `gatehouse template list | show | request`, which call the public REST API, and `add | edit | phases | remove`, which act on this
 * installation or, with `--url`, on a remote service.
 */
export function addTemplateCommand(program: Command): void {
  const template = program
    .command("template")
    .description("Manage templates of requests, and submit them for recipients")
    .addHelpText("after", examples);
  addReads(template);
  addTemplateRequest(template);
  template
    .command("add")
    .description("Add a template and print its key")
    .argument("<file>", "JSON file with the template, as POST /v2/templates takes it; '-' = standard input")
    .action(async (file: string) => {
      const { addTemplate } = await import("#operations/templates/change-templates.ts");
      const { key } = await onService(addTemplate, readJson(file));
      console.log(key);
    });
  template
    .command("edit")
    .description("Change fields of a template")
    .argument("<key>", keyWords)
    .argument("<file>", "JSON file with the fields to change, as PATCH /v2/templates takes them; '-' = standard input")
    .action(async (key: string, file: string) => {
      const { updateTemplate } = await import("#operations/templates/change-templates.ts");
      await onService(updateTemplate, { ...readJson(file), key });
      console.log(`Template '${key}' changed.`);
    });
  template
    .command("phases")
    .description("Replace the approval phases of a template")
    .argument("<key>", keyWords)
    .argument("<file>", "JSON file with the list of phases; '-' = standard input")
    .action(async (key: string, file: string) => {
      const { setTemplatePhases } = await import("#operations/templates/change-templates.ts");
      const { phases } = await onService(setTemplatePhases, { key, authorizationPhases: readJson(file) });
      console.log(`Template '${key}' has ${phases} approval phases of its own.`);
    });
  template
    .command("remove")
    .description("Remove a template (its batches and requests stay)")
    .argument("<key>", keyWords)
    .action(async (key: string) => {
      const { removeTemplate } = await import("#operations/templates/change-templates.ts");
      await onService(removeTemplate, { key });
      console.log(`Template '${key}' removed.`);
    });
}

const keyWords = "key of the template";

const examples = `
docs/templates.md says what a template holds.

Examples:
  gatehouse template add starter.json
  gatehouse template phases 5b1f… phases.json
  gatehouse template list --user anna --password-file anna.txt
  gatehouse template request 5b1f… --recipient ben --field seat=B12 --trial --user anna --password-file anna.txt
`;

interface ListedTemplate {
  readonly key: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly description: string;
}

function addReads(template: Command): void {
  addSignInOptions(
    template.command("list").description("List templates that you can use: key, status, name, description"),
  )
    .option("--top <number>", "how many at most", wholeNumber, 100)
    .action(async ({ top, ...options }: SignInOptions & { readonly top: number }) => {
      const rest = await restClientOf(options);
      await printFirst(rest, "/v2/templates", {
        top,
        query: "$select=key,name,enabled,description",
        lineOf: ({ key, name, enabled, description }: ListedTemplate) =>
          rowLine([key, enabled ? "enabled " : "disabled", name, description]),
      });
    });
  addSignInOptions(template.command("show").description("Show a template with its operations, form and phases as JSON"))
    .argument("<key>", keyWords)
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      console.log(JSON.stringify(await rest.get(entityPath("templates", key)), null, 2));
    });
}
