import type { ObjectRef, TargetObject } from "#connectors/contract/index.ts";
import { validateAddress } from "#connectors/contract/index.ts";
import sqlite from "#connectors/sqlite/sqlite.ts";
import type { Logger } from "#platform/logs/log.ts";

import { CliError } from "../cli-error.ts";

const callMs = 10_000;

/** Looks up an account in the file of a sample target with the connector itself; undefined if it is absent. */
export function readSampleAccount(file: string, name: string, log: Logger): Promise<TargetObject | undefined> {
  return onTarget(file, log, async ({ operations }, session, call) =>
    operations.get?.(session, { type: "account", ref: { name } }, call),
  );
}

/** Creates an account without attributes and password in the file of a sample target, unless it exists, and returns its reference. */
export function makeSampleAccount(file: string, name: string, log: Logger): Promise<ObjectRef> {
  return onTarget(file, log, async ({ operations }, session, call) => {
    const known = await operations.get?.(session, { type: "account", ref: { name } }, call);
    const made = known ?? (await operations.create?.(session, { type: "account", name, attributes: {} }, call));
    if (made === undefined) throw new CliError(`The account '${name}' could not be made in ${file}.`);
    return made;
  });
}

type Definition = typeof sqlite.definition;

async function onTarget<T>(
  file: string,
  log: Logger,
  work: (
    definition: Definition,
    session: unknown,
    call: Parameters<NonNullable<Definition["operations"]["get"]>>[2],
  ) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(callMs);
  const { definition } = sqlite;
  const options = await validateAddress(sqlite, { file });
  const noCredential = () => Promise.reject(new CliError("The files of the sample need no credential."));
  const session: unknown = await definition.open({ options, credential: noCredential, signal, log });
  try {
    const operation = { id: "sample", sends: 1, deadlineMs: Date.now() + callMs };
    return await work(definition, session, {
      signal,
      operation,
      heartbeat: () => undefined,
      log,
      notice: () => undefined,
    });
  } finally {
    await definition.close?.(session);
  }
}
