import type { TargetObject } from "#connectors/contract/index.ts";
import { validateAddress } from "#connectors/contract/index.ts";
import sqlite from "#connectors/sqlite/sqlite.ts";
import type { Logger } from "#platform/logs/log.ts";

import { CliError } from "../cli-error.ts";

const readMs = 10_000;

/** Looks an account up in the file of a sample target, by the connector itself; undefined when it is not there. */
export async function readSampleAccount(file: string, name: string, log: Logger): Promise<TargetObject | undefined> {
  const signal = AbortSignal.timeout(readMs);
  const { definition } = sqlite;
  const options = await validateAddress(sqlite, { file });
  const noCredential = () => Promise.reject(new CliError("The files of the sample need no credential."));
  const session: unknown = await definition.open({ options, credential: noCredential, signal, log });
  try {
    const operation = { id: "sample", sends: 1, deadlineMs: Date.now() + readMs };
    const call = { signal, operation, heartbeat: () => undefined, log };
    return await definition.operations.get?.(session, { type: "account", ref: { name } }, call);
  } finally {
    await definition.close?.(session);
  }
}
