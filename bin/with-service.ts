import type { ModuleName } from "#domain/module-name.ts";
import type { Caller, ServiceContext } from "#operations/context.ts";
import type { Operation } from "#operations/define-operation.ts";

import { sayInstallation } from "./installation-line.ts";

/** Runs an operation as the operator who has called the command. */
export type CallOperation = <Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  input: unknown,
) => Promise<Output>;

/** This installation's service for one command. */
export interface CommandService {
  readonly context: ServiceContext;
  readonly caller: Caller;
  readonly call: CallOperation;
}

/**
 * Opens this installation's database for one command, as the operator who has called it, and closes it again. What it starts or wakes
 * is left to the hub, so no command has to know where the engine is. Says on the error output which installation it is.
 * @throws CliError where there is no installation
 */
export async function withService<T>(
  run: (service: CommandService) => Promise<T>,
  { module }: { readonly module?: ModuleName } = {},
): Promise<T> {
  const { readSettings } = await import("#platform/settings/settings.ts");
  const { invoke } = await import("#operations/invoke.ts");
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
    return await run({ context, caller, call: (operation, input) => invoke(operation, context, caller, input) });
  } finally {
    await service.close();
  }
}

/** Runs one operation on this installation's database, as the operator who has called the command. */
export const onService: CallOperation = (operation, input) => withService(({ call }) => call(operation, input));
