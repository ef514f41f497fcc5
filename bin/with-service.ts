import type { ModuleName } from "#domain/module-name.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import type { RunOperation } from "#operations/kernel/run-operation.ts";

import { sayInstallation, sayService } from "./installation-line.ts";
import { serviceAddress } from "./service-address.ts";

/** Runs an operation as the operator who has called the command, or as the person who has signed in at a service elsewhere. */
export type CallOperation = RunOperation;

/** The service on which one command acts. */
export interface CommandService {
  readonly call: CallOperation;
  /** The address under which people reach it, without a slash at its end. */
  publicAddress(): Promise<string>;
  /** What there is of it where it is this machine's; null where it is elsewhere. */
  readonly here: { readonly context: ServiceContext; readonly caller: Caller } | null;
}

/** This installation's service for one command. */
export interface LocalService extends CommandService {
  readonly here: NonNullable<CommandService["here"]>;
}

/**
 * Opens the service on which a command is to act: at the address that its options name, else on this machine. Says on the error output which
 * one it is.
 * @throws CliError where there is no installation, or no service
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
 * Opens this installation's database for one command, as the operator who has called it, and closes it again. What it starts or wakes
 * is left to the hub, so no command has to know where the engine is. Says on the error output which installation it is.
 * @throws CliError where there is no installation
 * @throws TypeError for a command that was led elsewhere
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

/** Runs one operation on the service on which the command is to act. */
export const onService: CallOperation = (operation, input) => withService(({ call }) => call(operation, input));
