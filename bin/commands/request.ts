import type { Command } from "commander";

import { type RequestedOperation, requestedWords } from "#domain/audit/requested-words.ts";
import { valuesByName } from "#domain/values-by-name.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { gathered, parsedJson, wholeNumber } from "../option-values.ts";
import { printFirst } from "../print-first.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { addRequestActions } from "./request-actions.ts";
import { addExplain } from "./request-explain.ts";
import { addReplay } from "./request-replay.ts";
import { addSimulate } from "./request-simulate.ts";
import { addRequestTasks } from "./request-tasks.ts";

/**
 * Adds `gatehouse request submit | show | list | explain | simulate` and the actions on a request, which call the public REST API,
 * and `replay`, which works on this installation's database.
 */
export function addRequestCommand(program: Command): void {
  const request = program.command("request").description("Manage requests, through the REST API");
  addSubmit(request);
  addSignInOptions(
    request.command("show").description("Show a request with its operations, phases, decisions and comments as JSON"),
  )
    .argument("<key>", "key of the request")
    .addHelpText("after", "\nExample:\n  gatehouse request show 5b1f… --user anna --password-file anna.txt\n")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      const path = entityPath("requests", key);
      const main = await rest.get<object>(`${path}?$expand=requester,recipient`);
      const parts = await Promise.all(
        ["operations", "phases", "decisions", "comments"].map(async (part) => [
          part,
          await rest.all(`${path}/${part}`),
        ]),
      );
      console.log(JSON.stringify({ ...main, ...Object.fromEntries(parts) }, null, 2));
    });
  addSignInOptions(request.command("list").description("List requests: key, number, status, recipient and operations"))
    .option("--top <number>", "how many at most", wholeNumber, 100)
    .option("--waiting-for-me", "only those that wait for your decision, or for a task of yours")
    .addHelpText(
      "after",
      "\nExample:\n  gatehouse request list --waiting-for-me --user boss --password-file boss.txt\n",
    )
    .action(async (options: SignInOptions & { top: number; waitingForMe?: true }) => {
      const view = options.waitingForMe ? "/waitingForMe" : "";
      const rest = await restClientOf(options);
      await printFirst(rest, `/v2/requests${view}`, {
        top: options.top,
        query: "$expand=recipient($select=id),operations",
        lineOf: ({ key, number, status, recipient, operations }: ListedRequest) =>
          rowLine([key, number, status, recipient?.id ?? "-", requestedWords(operations) ?? "-"]),
      });
    });
  addRequestActions(request);
  addRequestTasks(request);
  addExplain(request);
  addReplay(request);
  addSimulate(request);
}

interface ListedRequest {
  readonly key: string;
  readonly number: string;
  readonly status: string;
  readonly recipient: { readonly id: string } | null;
  readonly operations: readonly RequestedOperation[];
}

interface SubmitOptions extends SignInOptions {
  readonly recipient: string;
  readonly reason?: string;
  readonly create?: string[];
  readonly operation?: string[];
  readonly attribute?: string[];
  readonly form?: string[];
}

function addSubmit(request: Command): void {
  const submit = request
    .command("submit")
    .description("Submit a request and print its key")
    .requiredOption("--recipient <key>", "key of the user for whom it is")
    .option("--reason <text>", "why")
    .option("--create <target>", "an account on this target system (may be repeated)", gathered)
    .option("--attribute <name=value>", "an attribute of the accounts to create (may be repeated)", gathered)
    .option("--form <name=value>", "a value of the form of the target systems (may be repeated)", gathered)
    .option("--operation <json>", "any other operation, as the REST API takes it (may be repeated)", gathered);
  addSignInOptions(submit)
    .addHelpText("after", submitExamples)
    .action(async (options: SubmitOptions) => {
      const operations = operationsOf(options);
      const rest = await restClientOf(options);
      const reason = options.reason === undefined ? {} : { reason: options.reason };
      const { body } = await rest.post<{ key: string }>("/v2/requests", {
        recipientKey: options.recipient,
        ...reason,
        operations,
      });
      console.log(body.key);
    });
}

const submitExamples = `
Examples:
  gatehouse request submit --user anna --password-file anna.txt --recipient 0d7c… --create DIRECTORY \\
    --attribute mail=anna@example.test --reason "new colleague"
  gatehouse request submit --recipient 0d7c… --operation '{"code":"DNAU","targetSystemKey":"DIRECTORY","accountKey":"77a1…"}'
`;

function operationsOf({ create = [], attribute = [], form = [], operation = [] }: SubmitOptions): unknown[] {
  const attributes = valuesByName(attribute.map((text) => namedValue("--attribute", text)));
  const values = form.map((text) => namedValue("--form", text));
  const filled =
    values.length === 0 ? {} : { form: Object.fromEntries(values.map(({ name, value }) => [name, value])) };
  const operations = [
    ...create.map((targetSystemKey) => ({ code: "ACUA", targetSystemKey, attributes, ...filled })),
    ...operation.map((text) => parsedJson(text, () => `--operation '${text}' is not JSON. Quote it as '{"code":…}'.`)),
  ];
  if (operations.length === 0)
    throw new CliError("A request needs an operation: --create <target> or --operation <json>.", ExitCode.Usage);
  return operations;
}

function namedValue(option: string, text: string) {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new CliError(`${option} '${text}' must have the form name=value.`, ExitCode.Usage);
  return { name, value };
}
