import type { Command } from "commander";

import { entityPath } from "../entity-path.ts";
import { rowLine } from "../row-line.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";

/** Adds `gatehouse delegation add | list | accept | refuse | end`, which call the public REST API. */
export function addDelegationCommand(program: Command): void {
  const delegation = program
    .command("delegation")
    .description("Manage delegations of approvals, through the REST API")
    .addHelpText("after", examples);
  addAdd(delegation);
  addList(delegation);
  for (const [name, description, done] of actions) addAction(delegation, { name, description, done });
}

const examples = `
Examples:
  gatehouse delegation add 0d7c… --from 2030-07-01T00:00:00Z --to 2030-07-15T00:00:00Z --reason "on holiday" \\
    --user anna --password-file anna.txt
  gatehouse delegation list --user ben --password-file ben.txt
  gatehouse delegation accept 5b1f… --user ben --password-file ben.txt
  gatehouse delegation refuse 5b1f… --user ben --password-file ben.txt
  gatehouse delegation end 5b1f… --user anna --password-file anna.txt
`;

const actions = [
  ["accept", "Accept a delegation", "You decide for them from its beginning on."],
  ["refuse", "Decline a delegation", "Refused."],
  ["end", "End a delegation (its decisions are kept)", "Ended."],
] as const;

interface AddOptions extends SignInOptions {
  readonly id?: true;
  readonly delegator?: string;
  readonly request?: string;
  readonly from?: string;
  readonly to?: string;
  readonly reason: string;
}

function addAdd(delegation: Command): void {
  addSignInOptions(
    delegation
      .command("add")
      .description("Delegate your approvals to a user and print the key (the delegation starts when it is accepted)"),
  )
    .argument("<delegate>", "key of the user who is to decide; with --id the id")
    .option("--id", "names that user by the exact id, for who may not look for people")
    .option("--delegator <key>", "key of the user in whose place, where a policy lets you")
    .option("--request <key>", "key of the one request for which it is; without it all")
    .option("--from <moment>", "when it begins; without it as soon as it is accepted")
    .option("--to <moment>", "when it ends; without it when somebody ends it")
    .requiredOption("--reason <text>", "why")
    .action(async (delegate: string, { id, delegator, request, from, to, reason, ...options }: AddOptions) => {
      const rest = await restClientOf(options);
      const { body } = await rest.post<{ key: string }>("/v2/delegations", {
        delegatorKey: delegator ?? null,
        requestKey: request ?? null,
        ...(id === true ? { delegateId: delegate } : { delegateKey: delegate }),
        beginsAt: from ?? null,
        endsAt: to ?? null,
        reason,
      });
      console.log(body.key);
    });
}

interface ListedDelegation {
  readonly key: string;
  readonly state: string;
  readonly beginsAt: string | null;
  readonly endsAt: string | null;
  readonly reason: string;
  readonly requestKey: string | null;
  readonly delegator: { readonly id: string } | null;
  readonly delegate: { readonly id: string } | null;
}

function addList(delegation: Command): void {
  addSignInOptions(
    delegation
      .command("list")
      .description("List delegations: key, status, delegator, delegate, period, reason, request"),
  )
    .option("--all", "also those that were refused or are over")
    .action(async ({ all = false, ...options }: SignInOptions & { all?: boolean }) => {
      const rest = await restClientOf(options);
      const people = "$expand=delegator($select=id),delegate($select=id)&$orderby=createdAt";
      const open = all ? "" : `&$filter=${encodeURIComponent("state in ('asked','accepted')")}`;
      for (const one of await rest.all<ListedDelegation>(`/v2/delegations?${people}${open}`)) console.log(lineOf(one));
    });
}

function lineOf({ key, state, beginsAt, endsAt, reason, requestKey, delegator, delegate }: ListedDelegation): string {
  const who = `${delegate?.id ?? "-"} for ${delegator?.id ?? "-"}`;
  const only = requestKey === null ? [] : [`only ${requestKey}`];
  return rowLine([key, state, who, `${beginsAt ?? "-"} to ${endsAt ?? "-"}`, reason, ...only]);
}

interface Action {
  readonly name: string;
  readonly description: string;
  readonly done: string;
}

function addAction(delegation: Command, { name, description, done }: Action): void {
  addSignInOptions(delegation.command(name).description(description))
    .argument("<key>", "key of the delegation")
    .action(async (key: string, options: SignInOptions) => {
      const rest = await restClientOf(options);
      await rest.post(`${entityPath("delegations", key)}/${name}`);
      console.log(done);
    });
}
