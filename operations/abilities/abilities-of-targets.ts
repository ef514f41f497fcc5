import { allOf, oneOf } from "#domain/query/condition.ts";
import { type OperationCode, operationCodes } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { candidateProxies } from "./assignment.ts";
import { optionSwitches } from "./unable.ts";

/** Predicate that reports whether an operation can be requested on a target system. */
export type AbilitiesOfTargets = (targetSystemKey: string, code: OperationCode) => boolean;

/**
 * Finds the operations that can be requested on some target systems: those that their connectors support and none of their options forbids.
 * It takes a few statements for all of them.
 */
export async function abilitiesOfTargets(
  { store }: Pick<ServiceContext, "store">,
  targets: readonly Row<"targetSystems">[],
): Promise<AbilitiesOfTargets> {
  const ids = targets.map(({ id }) => id);
  const proxies = await store.select("proxyServers", { where: { status: "enrolled" } });
  const names = Object.values(optionSwitches).map(({ option }) => option);
  const options = await store.select("targetSystemOptions", {
    where: allOf(oneOf("targetSystemId", ids), oneOf("name", names)),
  });
  const forbidden = new Set(
    options.filter(({ value }) => value === false).map(({ targetSystemId, name }) => `${name} ${targetSystemId}`),
  );
  const abilities = new Map(targets.map((target) => [target.id, abilitiesOf(target, proxies)]));
  return (targetSystemKey, code) => {
    const { capability } = operationCodes[code];
    if (capability === null || abilities.get(targetSystemKey)?.has(capability) !== true) return false;
    const option = optionSwitches[code]?.option;
    return option === undefined || !forbidden.has(`${option} ${targetSystemKey}`);
  };
}

function abilitiesOf(target: Row<"targetSystems">, proxies: readonly Row<"proxyServers">[]): ReadonlySet<string> {
  const candidates = candidateProxies(target);
  const connectors = proxies.filter(({ id }) => candidates.includes(id)).flatMap((proxy) => proxy.connectors);
  return new Set(connectors.filter(({ id }) => id === target.type).flatMap(({ capabilities }) => capabilities));
}
