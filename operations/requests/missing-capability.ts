import { type OperationCode, operationCodes } from "#domain/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";
import { optionValue } from "../target-systems/option-value.ts";
import type { targetSystemOptions } from "../target-systems/target-system-options.ts";
import { servingProxies } from "./serving-proxy.ts";

// Options of a target system that take a capability of its connector away.
const optionOf: { readonly [C in OperationCode]?: keyof typeof targetSystemOptions } = {
  ENAU: "allowAccountEnable",
  DNAU: "allowAccountEnable",
  UNLK: "allowAccountUnlock",
  PWCH: "allowPasswordChange",
  PWVF: "allowPasswordVerify",
  ACCL: "allowClaimAccounts",
};

/** Why a target system cannot do an operation now: nobody serves it, or its connector or options lack the capability. */
export async function missingCapability(
  context: ServiceContext,
  target: Row<"targetSystems">,
  code: OperationCode,
): Promise<"TARGET_WITHOUT_PROXY" | "CAPABILITY_MISSING" | undefined> {
  const connectors = (await servingProxies(context, target)).flatMap(({ connectors: all }) =>
    all.filter(({ id }) => id === target.type),
  );
  if (connectors.length === 0) return "TARGET_WITHOUT_PROXY";
  const { capability } = operationCodes[code];
  if (capability !== null && !connectors.some(({ capabilities }) => capabilities.includes(capability)))
    return "CAPABILITY_MISSING";
  const name = optionOf[code];
  if (name === undefined) return undefined;
  return (await optionValue(context, target.id, name)) === false ? "CAPABILITY_MISSING" : undefined;
}
