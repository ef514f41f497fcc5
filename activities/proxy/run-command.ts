import { type CommandOutput, ConnectorError, type RunCommandRequest } from "#connectors/contract/index.ts";
import { commandOutputBytesMax } from "#domain/checkout-limits.ts";
import { isOutcomeUnknown } from "#domain/requests/retry-schedule.ts";

import { tellerOf } from "./asked-password.ts";
import { toConnectorError } from "./connector-failure.ts";
import { type OrderCall, perform } from "./order-call.ts";

// Longer than any password in any of its encodings, so a secret at the edge of the output is found whole.
const edgeBytes = 4096;
const askedBytes = commandOutputBytesMax + edgeBytes;

/**
 * Runs the command of the order once, by the connector and as the account. The effect of an earlier send is unknown, so a second one does
 * nothing.
 * @throws internal where it was sent before, invalidValue where there is no command, currentPassword where the password is not let in
 */
export async function runCommand(
  context: OrderCall,
  request: Pick<RunCommandRequest, "account" | "password">,
): Promise<void> {
  const { order, connector, onOutput } = context;
  const { command, sends, passwordKey } = order;
  if (command === undefined) throw new ConnectorError("invalidValue", `${order.code} needs a command.`);
  if (sends > 1)
    throw new ConnectorError("internal", "An earlier try may have run it; a command is not run again by itself.");
  const tell = tellerOf(context, passwordKey, true);
  const asked = { ...request, command, outputBytesMax: askedBytes };
  const output = await perform(context, "runCommand", asked).catch((error: unknown) => {
    const { code } = toConnectorError(connector.definition, error);
    if (code === "currentPassword") tell("refused");
    else if (isOutcomeUnknown(code)) tell("unknown");
    throw error;
  });
  tell("opens");
  onOutput(output);
}

/** Returns an output for the report: without secrets, and cut to its largest size. */
export function toldOutput(
  { exitCode, stdout, stderr, cut }: CommandOutput,
  scrub: (text: string) => string,
): CommandOutput {
  const [out, err] = [toldPart(stdout, scrub), toldPart(stderr, scrub)];
  return { exitCode, stdout: out.text, stderr: err.text, cut: cut || out.cut || err.cut };
}

function toldPart(text: string, scrub: (text: string) => string): { readonly text: string; readonly cut: boolean } {
  const scrubbed = Buffer.from(scrub(text));
  // An output that the connector has cut may end inside a secret.
  const isCutThere = Buffer.byteLength(text) >= askedBytes;
  const bytes = Math.min(commandOutputBytesMax, scrubbed.length - (isCutThere ? edgeBytes : 0));
  if (bytes === scrubbed.length) return { text: scrubbed.toString("utf8"), cut: false };
  // Half a character at the end is dropped.
  return { text: new TextDecoder().decode(scrubbed.subarray(0, bytes), { stream: true }), cut: true };
}
