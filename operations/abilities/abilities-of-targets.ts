import { allOf, oneOf } from "#domain/query/condition.ts";
import { definitionOf, type OperationCode, operationCodesWhere } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { candidateProxies } from "./assignment.ts";

/** Options by which a target system forbids operations. */
const forbidding = operationCodesWhere(({ forbiddenBy }) => forbiddenBy !== undefined).flatMap(
  (code) => definitionOf(code).forbiddenBy?.option ?? [],
);

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
  const options = await store.select("targetSystemOptions", {
    where: allOf(oneOf("targetSystemId", ids), oneOf("name", forbidding)),
  });
  const forbidden = new Set(
    options.filter(({ value }) => value === false).map(({ targetSystemId, name }) => `${name} ${targetSystemId}`),
  );
  const abilities = new Map(targets.map((target) => [target.id, abilitiesOf(target, proxies)]));
  return (targetSystemKey, code) => {
    const { capability, forbiddenBy } = definitionOf(code);
    if (capability === null || abilities.get(targetSystemKey)?.has(capability) !== true) return false;
    return forbiddenBy === undefined || !forbidden.has(`${forbiddenBy.option} ${targetSystemKey}`);
  };
}

function abilitiesOf(target: Row<"targetSystems">, proxies: readonly Row<"proxyServers">[]): ReadonlySet<string> {
  const candidates = candidateProxies(target);
  const connectors = proxies.filter(({ id }) => candidates.includes(id)).flatMap((proxy) => proxy.connectors);
  return new Set(connectors.filter(({ id }) => id === target.type).flatMap(({ capabilities }) => capabilities));
}
