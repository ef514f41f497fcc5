import { allOf, oneOf } from "#domain/query/condition.ts";
import { operationCodes } from "#domain/requests/operation-codes.ts";
import { codesFor, type RequestableType } from "#domain/requests/requestable.ts";
import type { Row } from "#store/tables.ts";

import { candidateProxies } from "../../proxies/engine/assignment.ts";
import { optionSwitches } from "../../requests/engine/unable.ts";
import { type CatalogueContext, type CatalogueRow, targetsOf, type ValueOf } from "./catalogue-row.ts";

/** By which operations rows of the catalogue can be asked for: those that the connector of their target system can do and none of its options forbids. */
export async function codesOfItems(context: CatalogueContext, rows: readonly CatalogueRow[]): Promise<ValueOf> {
  const { store } = context;
  const ids = targetsOf(rows);
  const targets = await store.select("targetSystems", { where: oneOf("id", ids) });
  const proxies = await store.select("proxyServers", { where: { status: "enrolled" } });
  const names = Object.values(optionSwitches).map(({ option }) => option);
  const options = await store.select("targetSystemOptions", {
    where: allOf(oneOf("targetSystemId", ids), oneOf("name", names)),
  });
  const forbidden = new Set(
    options.filter(({ value }) => value === false).map(({ targetSystemId, name }) => `${name} ${targetSystemId}`),
  );
  const abilities = new Map(targets.map((target) => [target.id, abilitiesOf(target, proxies)]));
  return ({ resourceType, targetSystemKey }) =>
    codesFor(resourceType as RequestableType).filter((code) => {
      const { capability } = operationCodes[code];
      if (capability === null || abilities.get(String(targetSystemKey))?.has(capability) !== true) return false;
      const option = optionSwitches[code]?.option;
      return option === undefined || !forbidden.has(`${option} ${String(targetSystemKey)}`);
    });
}

function abilitiesOf(target: Row<"targetSystems">, proxies: readonly Row<"proxyServers">[]): ReadonlySet<string> {
  const candidates = candidateProxies(target);
  const connectors = proxies.filter(({ id }) => candidates.includes(id)).flatMap((proxy) => proxy.connectors);
  return new Set(connectors.filter(({ id }) => id === target.type).flatMap(({ capabilities }) => capabilities));
}
