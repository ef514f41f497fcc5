import type { Command } from "commander";

import type { Secret } from "#connectors/contract/index.ts";

import { wholeNumber } from "../option-values.ts";
import { rowLine } from "../row-line.ts";
import { onService, withService } from "../with-service.ts";

/** Adds `gatehouse webhook add | list | show | update | …`, which act on this installation or, with `--url`, on a remote service. */
export function addWebhookCommand(program: Command): void {
  const webhook = program
    .command("webhook")
    .description("Manage webhooks, which notify other systems of changes (signed CloudEvents)")
    .addHelpText("after", examples);
  addParts(webhook.command("add").description("Add a webhook and print its secret (shown only once)"))
    .argument("<url>", "the address to which events are posted")
    .action(async (url: string, { type, description }: PartOptions) => {
      const { addWebhook } = await import("#operations/webhooks/change-webhooks.ts");
      const input = { url, description, eventTypes: type };
      const { key, secret } = await onService(addWebhook, input);
      printSecret(`The webhook is added: ${key}`, secret);
    });
  addReads(webhook);
  addParts(webhook.command("update").description("Update a webhook and retry its waiting deliveries"))
    .argument("<key>", "key of the webhook")
    .option("--url <address>", "the address to which events are posted")
    .option("--all-types", "send events of every type")
    .option("--enable", "go on with one that is disabled, where it stopped")
    .option("--disable", "send nothing more until it is enabled; nothing is lost meanwhile")
    .action(async (key: string, { type, allTypes, enable, disable, ...parts }: UpdateOptions) => {
      const { updateWebhook } = await import("#operations/webhooks/change-webhooks.ts");
      const enabled = enable ? true : disable ? false : undefined;
      const input = { key, ...parts, eventTypes: allTypes ? null : type, enabled };
      await onService(updateWebhook, input);
      console.log(`The webhook '${key}' is changed.`);
    });
  webhook
    .command("remove")
    .description("Remove a webhook and its waiting deliveries")
    .argument("<key>", "key of the webhook")
    .action(async (key: string) => {
      const { removeWebhook } = await import("#operations/webhooks/change-webhooks.ts");
      await onService(removeWebhook, { key });
      console.log(`The webhook '${key}' is removed.`);
    });
  webhook
    .command("rotate-secret")
    .description("Rotate the secret of a webhook and print it (the old secret stays valid for a while)")
    .argument("<key>", "key of the webhook")
    .option("--overlap-hours <hours>", "how long the old secret still signs (24); 0 ends it at once", wholeNumber)
    .action(async (key: string, { overlapHours }: { overlapHours?: number }) => {
      const { rotateWebhookSecret } = await import("#operations/webhooks/change-webhooks.ts");
      const input = { key, overlapHours };
      const rotated = await onService(rotateWebhookSecret, input);
      const until = new Date(rotated.previousSecretUntil).toISOString();
      printSecret(`The secret before it signs as well until ${until}.`, rotated.secret);
    });
  addDeliveries(webhook);
}

const examples = `
Addresses are https, or http on this machine. Those that are not public need WEBHOOK_ALLOWED_NETWORKS. docs/webhooks.md says how an
endpoint checks what it gets.

Examples:
  gatehouse webhook add https://portal.example/events --type gatehouse.request.completed gatehouse.request.denied
  gatehouse webhook deliveries 6f1c… --state dead
  gatehouse webhook redeliver 6f1c…              # all that were given up
  gatehouse webhook update 6f1c… --enable
  gatehouse webhook rotate-secret 6f1c… --overlap-hours 48
`;

interface PartOptions {
  readonly type?: string[];
  readonly description?: string;
}

interface UpdateOptions extends PartOptions {
  readonly url?: string;
  readonly allTypes?: boolean;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

function addParts(command: Command): Command {
  return command
    .option("--type <type...>", "types of events; all of them where none is named ('webhook types' lists them)")
    .option("--description <text>", "what it is for");
}

function addReads(webhook: Command): void {
  webhook
    .command("types")
    .description("List the types of events")
    .action(async () => {
      const { webhookEvents } = await import("#domain/webhooks/webhook-events.ts");
      for (const [type, { description }] of Object.entries(webhookEvents)) console.log(`${type}  ${description}`);
    });
  webhook
    .command("list")
    .description("List webhooks: key, status, waiting and failed deliveries, address")
    .action(async () => {
      for (const { key, enabled, waiting, dead, url } of await readAll()) {
        const state = enabled ? "enabled " : "disabled";
        console.log(rowLine([key, state, `${waiting} waiting`, `${dead} dead`, url]));
      }
    });
  webhook
    .command("show")
    .description("Show a webhook as JSON, without its secret")
    .argument("<key>", "key of the webhook")
    .action(async (key: string) => {
      const { CliError } = await import("../cli-error.ts");
      const found = (await readAll()).find((row) => row.key === key);
      if (found === undefined) throw new CliError(`There is no webhook '${key}'. gatehouse webhook list shows them.`);
      console.log(JSON.stringify(found, null, 2));
    });
}

async function readAll() {
  const { listWebhooks } = await import("#operations/webhooks/read-webhooks.ts");
  return onService(listWebhooks, {});
}

function addDeliveries(webhook: Command): void {
  webhook
    .command("deliveries")
    .description("List deliveries, newest first: key, status, attempts, event, type, error")
    .argument("<key>", "key of the webhook")
    .option("--state <state>", "waiting, delivered or dead")
    .option("--limit <count>", "how many at most (100)", wholeNumber)
    .action(async (key: string, options: { state?: string; limit?: number }) => {
      const { listDeliveries } = await import("#operations/webhooks/read-webhooks.ts");
      const rows = await onService(listDeliveries, { key, ...options });
      for (const row of rows) {
        const cells = [row.key, row.state.padEnd(9), `${row.tries} tries`, row.event.id, row.type, row.lastError ?? ""];
        console.log(rowLine(cells));
      }
    });
  webhook
    .command("redeliver")
    .description("Resend one delivery or all failed deliveries")
    .argument("<key>", "key of the webhook")
    .argument("[delivery]", "key of one delivery, in whatever state")
    .action(async (key: string, deliveryKey: string | undefined) => {
      const { redeliver } = await import("#operations/webhooks/redeliver.ts");
      const count = await withService(async ({ call }) => {
        for (let sum = 0; ;) {
          const round = await call(redeliver, { key, deliveryKey });
          sum += round.count;
          if (!round.left) return sum;
        }
      });
      console.log(`${count} ${count === 1 ? "delivery waits" : "deliveries wait"} to be made again.`);
    });
}

// Only the secret goes to standard output, so that it can be piped to its destination.
function printSecret(line: string, secret: Secret): void {
  console.error(`${line}\nIts secret, which is not shown again:`);
  console.log(secret.use((text) => text));
}
