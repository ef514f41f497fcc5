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
interface ActionCommand {
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

const phase = {
  flag: "--phase <number>",
  description: "sequence of the phase",
  required: true,
  gives: "number",
} as const;
const seen = {
  flag: "--expect <json>",
  description: "what you have seen, as the REST API takes it; required to approve a request that was edited",
  required: false,
  gives: "expectation",
} as const;
const comment = { flag: "--comment <text>", description: "why", required: false };

const actions: Readonly<Record<string, ActionCommand>> = {
  decide: {
    description: "Gives your decision in the open phase of a request.",
    given: { decision: "approve, deny or abstain" },
    options: {
      phase,
      comment,
      operations: {
        flag: "--operation <number>",
        description: "an operation by its sequence (may be repeated); without it all of which you have said nothing",
        required: false,
        gives: "number",
        repeats: true,
      },
      expect: seen,
    },
    done: "Decided: {decision}.",
    example: ["approve --phase 1", "boss"],
  },
  unapprove: {
    description: "Takes back your decision while its phase is open; you are asked again.",
    options: { phase },
    done: "Taken back.",
    example: ["--phase 1", "boss"],
  },
  override: {
    description: "Decides a phase in the place of its authorizers, as a superuser; every view says so, and why.",
    given: { decision: "approve or deny" },
    options: { phase, comment: { ...comment, required: true }, expect: seen },
    done: "Decided in the place of the authorizers: {decision}.",
    example: ['approve --phase 1 --comment "all of them are away"', "root"],
  },
  escalate: {
    description: "Asks at once whoever is above an authorizer who has not answered.",
    options: {
      phase,
      userKey: {
        flag: "--authorizer <key>",
        description: "key of who has not answered; without it yourself",
        required: false,
      },
    },
    done: "Whoever is above is asked.",
    example: ["--phase 1", "boss"],
  },
  comment: {
    description: "Leaves a remark at a request.",
    given: { text: "what is said" },
    done: "Said.",
    example: ['"the contract follows on Monday"', "anna"],
  },
  ask: {
    description: "Asks the requester something, as an authorizer.",
    given: { text: "what is asked" },
    done: "Asked.",
    example: ['"for how long?"', "boss"],
  },
  answer: {
    description: "Answers a question, as the requester; 'gatehouse request show' lists questions among the comments.",
    given: { text: "the answer" },
    options: { question: { flag: "--question <key>", description: "key of the question", required: true } },
    done: "Answered.",
    example: ['"until June" --question 77a1…', "anna"],
  },
  "resolve-hold": {
    action: "resolveHold",
    description: "Decides how a request goes on that is on hold, as a workflow manager.",
    given: { decision: "release (all are asked whom its phase names), deny, or assign (others decide the phase)" },
    options: {
      reason: { flag: "--reason <text>", description: "why", required: true },
      userKeys: {
        flag: "--authorizer <key>",
        description: "key of a user who is to decide the phase, with assign (may be repeated)",
        required: false,
        repeats: true,
      },
      minApprovals: {
        flag: "--min-approvals <number>",
        description: "how many of these must approve; without it one",
        required: false,
        gives: "number",
      },
    },
    done: "Decided about the request on hold: {decision}.",
    example: ['assign --authorizer 0d7c… --reason "the plug-in is away"', "root"],
  },
  "send-back": {
    action: "sendBack",
    description: "Sends a request back to its requester, who changes and resubmits it, or cancels it.",
    options: { phase, comment: { ...comment, description: "what is to be changed", required: true } },
    done: "Sent back.",
    example: ['--phase 1 --comment "which department?"', "boss"],
  },
  edit: {
    description:
      "Changes operations of a request that was sent back to you, or that waits for you where its phase allows that.",
    options: {
      operations: {
        flag: "--operation <json>",
        description: "an operation by its sequence, as the REST API takes it (may be repeated)",
        required: true,
        gives: "object",
        repeats: true,
      },
    },
    done: "Changed.",
    example: [`--operation '{"sequence":1,"attributes":{"department":"IT"}}'`, "anna"],
  },
  resubmit: {
    description: "Lets a request go on that was sent back to you.",
    options: { comment: { ...comment, description: "what was changed", required: true } },
    done: "Resubmitted.",
    example: ['--comment "it is IT"', "anna"],
  },
  cancel: {
    description: "Cancels a request before its authorization ends, or while it is scheduled.",
    done: "Cancelled.",
    example: ["", "anna"],
  },
};

/** Adds the commands by which users decide, discuss and cancel requests. */
export function addRequestActions(request: Command): void {
  for (const [name, action] of Object.entries(actions)) addAction(request, name, action);
}

function addAction(request: Command, name: string, terms: ActionCommand): void {
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
