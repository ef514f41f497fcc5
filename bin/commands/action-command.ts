import { type Command, Option } from "commander";

import { entityPath } from "../entity-path.ts";
import { parsedJson, wholeNumber } from "../option-values.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** A parameter of an action, as an option of its command. */
interface ActionOption {
  readonly flag: string;
  readonly description: string;
  readonly required: boolean;
  /** Conversion of the value; absent for a text. */
  readonly gives?: keyof typeof readings;
  /** True if the option may be repeated; the parameter is a list. */
  readonly repeats?: true;
}

/** A command that acts on a request. */
export interface ActionCommand {
  /** Name of the REST action if it differs from the command. */
  readonly action?: string;
  readonly description: string;
  /** Arguments after the key, with their descriptions. */
  readonly given?: Readonly<Record<string, string>>;
  /** Other parameters. */
  readonly options?: Readonly<Record<string, ActionOption>>;
  /** Output after success. */
  readonly done: string;
  /** Words after the key in the example, and the caller. */
  readonly example: readonly [words: string, user: string];
}

/** Conversions of a given text into the form of the REST API. */
const readings = {
  number: wholeNumber,
  object: (text: string): unknown =>
    parsedJson(text, () => `--operation '${text}' is not JSON. Write an operation as '{"sequence":1,…}'.`),
  expectation: (text: string): unknown =>
    parsedJson(text, () => `--expect '${text}' is not JSON. Write it as '{"operations":[{"code":"ACUA",…}]}'.`),
} as const;

/** The option by which a caller says what they have seen. */
export const seen = {
  flag: "--expect <json>",
  description: "expected content of the request, as in the REST API; required to approve an edited request",
  required: false,
  gives: "expectation",
} as const;
/** Adds a command that acts on a request by the action of its name. */
export function addAction(request: Command, name: string, terms: ActionCommand): void {
  const { action = name, description, given = {}, options = {}, done, example } = terms;
  const command = addSignInOptions(request.command(name).description(description));
  command.argument("<key>", "key of the request");
  for (const [parameter, what] of Object.entries(given)) command.argument(`<${parameter}>`, what);
  for (const option of Object.values(options)) command.addOption(optionOf(option));
  const [words, user] = example;
  const call = ["gatehouse request", name, "5b1f…", words, `--user ${user} --password-file ${user}.txt`];
  command.addHelpText("after", `\nExample:\n  ${call.filter((word) => word !== "").join(" ")}\n`);
  command.action(async (key: string) => {
    const [, ...behind] = command.args;
    const values = command.opts<SignInOptions & Readonly<Record<string, unknown>>>();
    const body = {
      ...Object.fromEntries(Object.keys(given).map((parameter, place) => [parameter, behind[place]])),
      ...Object.fromEntries(
        Object.entries(options).map(([parameter, { flag }]) => [parameter, values[new Option(flag).attributeName()]]),
      ),
    };
    const rest = await restClientOf(values);
    await rest.post(`${entityPath("requests", key)}/${action}`, body);
    console.log(done.replaceAll(/\{(\w+)\}/g, (_all, parameter: string) => String(body[parameter])));
  });
}

function optionOf({ flag, description, required, gives, repeats }: ActionOption): Option {
  const option = new Option(flag, description).makeOptionMandatory(required);
  const read = gives === undefined ? (text: string) => text : readings[gives];
  if (!repeats) return option.argParser<unknown>(read);
  return option.argParser<readonly unknown[] | undefined>((text, before) => [...(before ?? []), read(text)]);
}
