import type { Command } from "commander";

import type { ReplayVerdict } from "#operations/requests/replay-request.ts";

import { CliError } from "../cli-error.ts";
import { onService } from "../with-service.ts";

/** Adds `gatehouse request replay`, which works on this installation's database. */
export function addReplay(request: Command): void {
  request
    .command("replay")
    .description(
      "Replay the ledger of a request and compare the outcome with the stored request (fails if they differ)",
    )
    .argument("<key>", "key of the request")
    .option("--json", "print the verdict as JSON, with the signed end and its public key")
    .addHelpText("after", "\nExample:\n  gatehouse request replay 5b1f…\n")
    .action(async (key: string, { json = false }: { json?: boolean }) => {
      const { replayRequest } = await import("#operations/requests/replay-request.ts");
      const verdict = await onService(replayRequest, { key });
      if (json) console.log(JSON.stringify(verdict, null, 2));
      else tell(verdict);
      const { findings } = verdict;
      if (findings.length > 0)
        throw new CliError(`The request is not what its ledger tells: ${findings.length} finding(s).`);
    });
}

function tell({ number, events, status, replayed, findings, signed }: ReplayVerdict): void {
  for (const { event, kind, field, message } of findings) {
    const place = event === null ? "record" : `event ${event}`;
    console.log(`${place.padEnd(10)} ${(kind ?? "").padEnd(10)} ${field.padEnd(24)} ${message}`);
  }
  if (findings.length > 0) return;
  const end = signed === null ? "it goes on" : "signed at its end";
  console.log(
    `${number}: ${events} event(s), ${end}. They lead to the status ${replayed}, and the record says ${status}.`,
  );
}
