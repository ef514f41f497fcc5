import { allOf, oneOf } from "#domain/query/condition.ts";
import { type Fulfilment, fulfilmentOf } from "#domain/requests/fulfilment.ts";
import { definitionOf, type OperationCode, operationCodesWhere } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { candidateProxies } from "./assignment.ts";

/** Options by which a target system forbids operations. */
const forbidding = operationCodesWhere(({ forbiddenBy }) => forbiddenBy !== undefined).flatMap(
  (code) => definitionOf(code).forbiddenBy?.option ?? [],
);

/** Predicate that reports whether an operation can be requested on a target system; for its groups by their own fulfilment, if any. */
export type AbilitiesOfTargets = (
  targetSystemKey: string,
  code: OperationCode,
  group?: { readonly fulfilment: Fulfilment | null },
) => boolean;

/**
 * Finds the operations that can be requested on some target systems: those that their connectors support or their implementers perform, and
 * none of their options forbids. It takes a few statements for all of them.
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
  const known = new Map(targets.map((target) => [target.id, target]));
  return (targetSystemKey, code, group) => {
    const { capability, forbiddenBy } = definitionOf(code);
    const target = known.get(targetSystemKey);
    if (capability === null || target === undefined) return false;
    const fulfilment = fulfilmentOf({ code, target, group });
    const isAble =
      fulfilment === "connector" ? abilities.get(target.id)?.has(capability) === true : fulfilment !== "none";
    if (!isAble) return false;
    return forbiddenBy === undefined || !forbidden.has(`${forbiddenBy.option} ${targetSystemKey}`);
  };
}

function abilitiesOf(target: Row<"targetSystems">, proxies: readonly Row<"proxyServers">[]): ReadonlySet<string> {
  const candidates = candidateProxies(target);
  const connectors = proxies.filter(({ id }) => candidates.includes(id)).flatMap((proxy) => proxy.connectors);
  return new Set(connectors.filter(({ id }) => id === target.type).flatMap(({ capabilities }) => capabilities));
}
