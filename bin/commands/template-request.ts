import type { Command } from "commander";

import { batchTrialMax } from "#domain/template-limits.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { gathered } from "../option-values.ts";
import { readText } from "../read-text.ts";
import type { RestClient } from "../rest-client.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { keysOfUsers } from "../user-ids.ts";

interface RequestOptions extends SignInOptions {
  readonly recipient?: string[];
  readonly recipients?: string;
  readonly field?: string[];
  readonly reason?: string;
  readonly startAt?: string;
  readonly trial?: true;
}

/** Adds `gatehouse template request`, which calls the public REST API. */
export function addTemplateRequest(template: Command): void {
  addSignInOptions(
    template.command("request").description("Submit a template for recipients and print the key of the batch"),
  )
    .argument("<key>", "key of the template")
    .option("--recipient <user>", "id or key of a recipient (may be repeated)", gathered)
    .option("--recipients <file>", "file with an id or a key of a recipient on each line; '-' = standard input")
    .option("--field <name=value>", "a value of the form of the template (may be repeated)", gathered)
    .option("--reason <text>", "why")
    .option("--start-at <moment>", "earliest time at which the requests are carried out")
    .option("--trial", "only show what each recipient would get, or why not")
    .action(async (key: string, options: RequestOptions) => {
      const rest = await restClientOf(options);
      const recipientKeys = await keysOfUsers(rest, recipientsOf(options));
      const path = entityPath("templates", key);
      const form = formOf(options.field ?? []);
      if (options.trial) return printTrial(rest, path, { recipientKeys, form });
      const { reason, startAt } = options;
      const { body } = await rest.post<{ key: string }>(`${path}/request`, {
        recipientKeys,
        form,
        reason: reason ?? null,
        startAt: startAt ?? null,
      });
      console.log(body.key);
    });
}

function recipientsOf({ recipient = [], recipients }: RequestOptions): readonly string[] {
  const lines = recipients === undefined ? [] : readText(recipients).split(/\r?\n/);
  const all = [...recipient, ...lines.map((line) => line.trim()).filter((line) => line !== "")];
  if (all.length > 0) return all;
  throw new CliError("A template needs recipients: --recipient <user> or --recipients <file>.", ExitCode.Usage);
}

function formOf(fields: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.map((text) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (name === undefined || value === undefined)
        throw new CliError(`--field '${text}' must have the form name=value.`, ExitCode.Usage);
      return [name, value];
    }),
  );
}

interface Tried {
  readonly recipientKey: string;
  readonly operations: readonly { readonly code: string; readonly targetSystemKey: string }[];
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

function wordsOf(operations: Tried["operations"]): string {
  return operations.map(({ code, targetSystemKey }) => `${code} on ${targetSystemKey}`).join(", ");
}

interface TrialInput {
  readonly recipientKeys: readonly string[];
  readonly form: object;
}

async function printTrial(rest: RestClient, path: string, { recipientKeys, form }: TrialInput): Promise<void> {
  for (let from = 0; from < recipientKeys.length; from += batchTrialMax) {
    const some = recipientKeys.slice(from, from + batchTrialMax);
    const { body } = await rest.post<{ recipients: readonly Tried[] }>(`${path}/trialRequest`, {
      recipientKeys: some,
      form,
    });
    for (const { recipientKey, operations, errorCode, errorMessage } of body.recipients)
      console.log(rowLine([recipientKey, errorCode ?? "ok", errorMessage ?? wordsOf(operations)]));
  }
}
