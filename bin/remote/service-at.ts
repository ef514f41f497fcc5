import { verbsOfSets } from "#api/offered/verbs-of-sets.ts";
import { withoutSets } from "#api/offered/without-sets.ts";
import { entitySets } from "#api/v2/routes.ts";
import type { RunOperation } from "#operations/kernel/run-operation.ts";

import { addressOptions } from "../address-options.ts";
import { CliError, ExitCode } from "../cli-error.ts";
import type { RestClient } from "../rest-client.ts";
import { type Identity, restClientFor } from "../sign-in-options.ts";
import { type LibrarySession, openLibrary } from "./call-library.ts";
import { callVerb } from "./call-verb.ts";
import { standIns } from "./stand-ins.ts";

/** A remote service, as its signed-in user sees it. */
export interface RemoteService {
  readonly call: RunOperation;
  /** Returns the public address of the service, without a trailing slash. */
  publicAddress(): Promise<string>;
  close(): Promise<void>;
}

const verbs = verbsOfSets(entitySets);

/**
 * Opens the service at an address. Operations are called by name: over REST, or by the library if REST has no route. An operation
 * that only an operator's command calls is read or composed from operations that the user may call.
 * @throws CliError
 */
export async function serviceAt(url: string, identity: Identity): Promise<RemoteService> {
  const rest = await restClientFor(url, identity);
  let library: Promise<LibrarySession> | undefined;
  const call = async (name: string, input: unknown): Promise<unknown> => {
    const standIn = standIns[name];
    if (standIn !== undefined) return standIn({ rest, call }, input as never);
    const verb = verbs.get(name);
    if (verb !== undefined && verb.address !== null) return callVerb(rest, { ...verb, address: verb.address }, input);
    const other = withoutSets.find(({ operation }) => operation.name === name);
    if (other === undefined) throw notOffered(name);
    library ??= openLibrary(url, identity);
    return (await library).call(name, other.result, input);
  };
  return {
    call: (async (operation, input) => call(operation.name, input)) as RunOperation,
    publicAddress: () => publicAddressAt(rest),
    async close() {
      await (await library?.catch(() => undefined))?.close();
    },
  };
}

async function publicAddressAt(rest: RestClient): Promise<string> {
  const { issuer } = await rest.get<{ readonly issuer: string }>("/.well-known/openid-configuration");
  return issuer.replace(/\/identity$/, "");
}

function notOffered(name: string): CliError {
  return new CliError(
    `The service offers this only to its own machine (${name}). Call the command there, without ${addressOptions.join(" or ")}.`,
    ExitCode.Usage,
  );
}
