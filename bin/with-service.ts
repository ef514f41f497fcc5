import type { ModuleName } from "#domain/module-name.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import type { RunOperation } from "#operations/kernel/run-operation.ts";

import { sayInstallation, sayService } from "./installation-line.ts";
import { serviceAddress } from "./service-address.ts";

/** Runs an operation as the operator who has called the command, or as the signed-in user of a remote service. */
export type CallOperation = RunOperation;

/** Service on which one command acts. */
export interface CommandService {
  readonly call: CallOperation;
  /** Returns the public address of the service, without a trailing slash. */
  publicAddress(): Promise<string>;
  /** Context and caller on this machine; null for a remote service. */
  readonly here: { readonly context: ServiceContext; readonly caller: Caller } | null;
}

/** Service of this installation for one command. */
export interface LocalService extends CommandService {
  readonly here: NonNullable<CommandService["here"]>;
}

/**
 * Opens the service on which a command acts: at the address that its options name, otherwise on this machine. Prints on the error
 * output which one it is.
 * @throws CliError if there is no installation, or no service
 */
export async function withService<T>(run: (service: CommandService) => Promise<T>): Promise<T> {
  const address = serviceAddress();
  if (address === undefined) return onThisMachine(run);
  const { identityOf } = await import("./sign-in-options.ts");
  const identity = await identityOf(address);
  sayService(address.url, identity);
  const { serviceAt } = await import("./remote/service-at.ts");
  const service = await serviceAt(address.url, identity);
  try {
    return await run({ ...service, here: null });
  } finally {
    await service.close();
  }
}

/**
 * Opens this installation's database for one command, as the operator who has called it, and closes it again. The hub runs what the
 * command starts, so no command needs the address of the engine. Prints on the error output which installation it is.
 * @throws CliError if there is no installation
 * @throws TypeError for a command that was directed to a remote service
 */
export async function onThisMachine<T>(
  run: (service: LocalService) => Promise<T>,
  { module }: { readonly module?: ModuleName } = {},
): Promise<T> {
  if (serviceAddress() !== undefined) throw new TypeError("a command that acts elsewhere may not act here");
  const { readSettings } = await import("#platform/settings/settings.ts");
  const { runFor } = await import("#operations/kernel/run-operation.ts");
  const { publicAddressOf } = await import("#operations/kernel/issuer.ts");
  const { composeService } = await import("./compose.ts");
  const { machineLogin } = await import("./machine-login.ts");
  const { operatorName } = await import("./operator-name.ts");
  const { programCaller } = await import("./program-caller.ts");
  const { requireInstallation } = await import("./require-installation.ts");
  const settings = readSettings();
  await requireInstallation(settings);
  sayInstallation(settings);
  const service = await composeService(settings, "cli", { dispatch: "none" });
  const { context } = service;
  const caller = programCaller(operatorName(machineLogin(process.env)), module);
  try {
    return await run({
      here: { context, caller },
      call: runFor(context, caller),
      publicAddress: () => Promise.resolve(publicAddressOf(context.settings)),
    });
  } finally {
    await service.close();
  }
}

/** Runs one operation on the service on which the command acts. */
export const onService: CallOperation = (operation, input) => withService(({ call }) => call(operation, input));
