import { join } from "node:path";

import type { Settings } from "#platform/settings/settings.ts";

/** Returns the last lines of `up` when everything runs: the addresses, and the next steps. */
export function addressLines(
  { publicAddress, dataFolder }: Pick<Settings, "publicAddress" | "dataFolder">,
  apiAddress: string,
): readonly string[] {
  return [
    `Pages      ${apiAddress}/react/`,
    `REST API   ${apiAddress}/v2`,
    `Tokens     ${apiAddress}/identity/connect/token (client_id=gatehouse)`,
    `State      ${apiAddress}/ready`,
    `Documents  ${apiAddress}/docs`,
    ...(publicAddress === null ? [] : [`For people ${publicAddress} (PUBLIC_ADDRESS)`]),
    `Logs       ${join(dataFolder, "log")}`,
    "Next: the first five calls of README.md, then a target system of your own (docs/connectors.md).",
    "Ctrl-C stops everything.",
  ];
}
