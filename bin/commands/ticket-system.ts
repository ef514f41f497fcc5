import type { Command } from "commander";

import type { Secret } from "#connectors/contract/index.ts";
import type { TicketEffect, TicketField, TicketOpening } from "#domain/requests/ticket-rules.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { onService } from "../with-service.ts";

/** Adds `gatehouse ticket-system add | list | show | update | …`, which act on this installation or, with `--url`, on a remote service. */
export function addTicketSystemCommand(program: Command): void {
  const system = program
    .command("ticket-system")
    .description("Manage ticket systems, in which requests have tickets")
    .addHelpText("after", examples);
  addParts(system.command("add").description("Add a ticket system and print its secret (shown only once)"))
    .requiredOption("--plugin <file>", "plug-in of the kind ticketSystem, in PLUGIN_FOLDER")
    .action(async (id: string, options: PartOptions) => {
      const { addTicketSystem } = await import("#operations/ticket-systems/change-ticket-systems.ts");
      const { secret } = await onService(addTicketSystem, { id, ...partsOf(options) });
      printSecret(`The ticket system '${id}' is added.`, secret);
    });
  addReads(system);
  addParts(system.command("update").description("Update a ticket system"))
    .option("--plugin <file>", "plug-in of the kind ticketSystem, in PLUGIN_FOLDER")
    .option("--enable", "open tickets and accept callbacks again")
    .option("--disable", "open no tickets and refuse callbacks until it is enabled")
    .action(async (id: string, { enable, disable, ...options }: UpdateOptions) => {
      if (enable && disable) throw new CliError("--enable and --disable exclude each other.", ExitCode.Usage);
      const { updateTicketSystem } = await import("#operations/ticket-systems/change-ticket-systems.ts");
      const enabled = enable ? true : disable ? false : undefined;
      await onService(updateTicketSystem, { key: id, ...partsOf(options), enabled });
      console.log(`The ticket system '${id}' is changed.`);
    });
  system
    .command("remove")
    .description("Remove a ticket system that no target system names")
    .argument("<id>", "id of the ticket system")
    .action(async (id: string) => {
      const { removeTicketSystem } = await import("#operations/ticket-systems/change-ticket-systems.ts");
      await onService(removeTicketSystem, { key: id });
      console.log(`The ticket system '${id}' is removed.`);
    });
  system
    .command("rotate-secret")
    .description("Rotate the secret of a ticket system and print it (the old secret is accepted for a while)")
    .argument("<id>", "id of the ticket system")
    .option("--overlap-hours <hours>", "how long the old secret is accepted (24); 0 ends it at once", wholeNumber)
    .action(async (id: string, { overlapHours }: { overlapHours?: number }) => {
      const { rotateTicketSecret } = await import("#operations/ticket-systems/change-ticket-systems.ts");
      const rotated = await onService(rotateTicketSecret, { key: id, overlapHours });
      const until = new Date(rotated.previousSecretUntil).toISOString();
      printSecret(`The secret before it is accepted until ${until}.`, rotated.secret);
    });
}

const examples = `
A target system names its ticket system in the option ticketSystem. docs/tickets.md says what plug-in and ticket system do.

Examples:
  gatehouse ticket-system add DESK --plugin desk.mjs --field requester recipient
  gatehouse ticket-system update DESK --when-done completeTask --when-rejected cancel
  gatehouse ticket-system rotate-secret DESK --overlap-hours 48
`;

interface PartOptions {
  readonly plugin?: string;
  readonly description?: string;
  readonly field?: TicketField[];
  readonly opens?: TicketOpening;
  readonly whenDone?: TicketEffect;
  readonly whenRejected?: TicketEffect;
}

interface UpdateOptions extends PartOptions {
  readonly enable?: boolean;
  readonly disable?: boolean;
}

function addParts(command: Command): Command {
  return command
    .argument("<id>", "id of the ticket system")
    .option("--description <text>", "what it is for")
    .option("--field <field...>", "fields of people that the plug-in gets: requester, recipient, reason, objects")
    .option("--opens <occasion>", "performing (default), or waiting: as soon as a request waits for anyone")
    .option("--when-rejected <effect>", "note (default), cancel (requests of which nothing has begun), or endAccess")
    .option("--when-done <effect>", "note (default), completeTask, or endAccess (of what the request has given)");
}

function partsOf({ field, ...parts }: PartOptions) {
  return { ...parts, ...(field !== undefined && { fields: field }) };
}

function addReads(system: Command): void {
  system
    .command("list")
    .description("List ticket systems: id, status, plug-in")
    .action(async () => {
      for (const { id, enabled, plugin } of await readAll())
        console.log(rowLine([id, enabled ? "enabled " : "disabled", plugin]));
    });
  system
    .command("show")
    .description("Show a ticket system as JSON, without its secret")
    .argument("<id>", "id of the ticket system")
    .action(async (id: string) => {
      const found = (await readAll()).find((row) => row.id === id);
      if (found === undefined) throw new CliError(`There is no ticket system '${id}'. List them first.`);
      console.log(JSON.stringify(found, null, 2));
    });
}

async function readAll() {
  const { listTicketSystems } = await import("#operations/ticket-systems/read-ticket-systems.ts");
  return onService(listTicketSystems, {});
}

// Only the secret goes to standard output, so that it can be piped to its destination.
function printSecret(line: string, secret: Secret): void {
  console.error(`${line}\nIts secret, which is not shown again:`);
  console.log(secret.use((text) => text));
}
