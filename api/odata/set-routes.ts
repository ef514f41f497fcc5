import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";
import type { ActionVerb, EntitySet, WriteVerb } from "./entity-set.ts";
import { protocolVersion } from "./protocol.ts";
import { refuseQueryOptions } from "./query-options.ts";
import { explainInput, readInput, withKeys } from "./read-input.ts";
import { addressOf, answerList, answerOne, contextOf, keyOf, parentOf, type Place } from "./read-routes.ts";
import { presentEntity, type SourceRow, type StructuredType } from "./structured-type.ts";

/** The routes of an entity set and of the sets below it, under a root such as `/v2`. */
export function setRoutes(set: EntitySet, root: string): readonly RouteDefinition[] {
  return routesAt(set, { path: `${root}/${set.name}` }).map(inProtocol);
}

function routesAt(set: EntitySet, place: Place): readonly RouteDefinition[] {
  const one = `${place.path}({${set.key.parameter}})`;
  const { list, get, create, replace, actions = {}, setActions = {}, navigation = [] } = set;
  const routes: (RouteDefinition | undefined)[] = [
    list && {
      method: "GET",
      path: place.path,
      policy: list.policy,
      handler: (call) => answerList(call, set, place, list),
    },
    create && {
      method: "POST",
      path: place.path,
      policy: create.policy,
      handler: (call) => write(call, set, place, create),
    },
    get && { method: "GET", path: one, policy: get.policy, handler: (call) => answerOne(call, set, place, get) },
    replace && {
      method: "POST",
      path: one,
      policy: replace.policy,
      handler: (call) => write(call, set, place, replace),
    },
    ...Object.entries(setActions).map(([name, action]) => actionRoute(`${place.path}/${name}`, action, () => ({}))),
    ...Object.entries(actions).map(([name, action]) =>
      actionRoute(`${one}/${name}`, action, (call) => ({ key: keyOf(call, set.key) })),
    ),
  ];
  const below = navigation.flatMap((child) => routesAt(child, { path: `${one}/${child.name}`, parent: set.key }));
  return [...routes.filter((route) => route !== undefined), ...below];
}

function actionRoute(
  path: string,
  action: ActionVerb,
  keys: (call: RouteCall) => Record<string, string>,
): RouteDefinition {
  return {
    method: "POST",
    path,
    policy: action.policy,
    async handler(call) {
      refuseQueryOptions(call.query);
      const input = withKeys(readInput(action.parameters, call.body), keys(call));
      const output = await explained(action.parameters, () => action.run(call.context, call.caller, input));
      const root = call.path.split("/")[1] ?? "";
      const context = `${call.publicAddress}/${root}/$metadata#${action.result.name}`;
      return { status: 200, body: { "@odata.context": context, ...presentEntity(action.result, output) } };
    },
  };
}

async function write(call: RouteCall, set: EntitySet, { parent }: Place, action: WriteVerb): Promise<RouteAnswer> {
  refuseQueryOptions(call.query);
  const own = call.keys[set.key.parameter] === undefined ? {} : { key: keyOf(call, set.key) };
  const type = { ...set.type, properties: { ...set.type.properties, ...action.parameters } };
  const input = withKeys(readInput(type, call.body), { ...own, ...parentOf(call, parent, action.parentField) });
  const row = await explained(type, () => action.run(call.context, call.caller, input));
  return {
    status: action.status,
    headers: action.status === 200 ? {} : { location: addressOf(call, String((row as SourceRow)[set.key.property])) },
    body: { "@odata.context": contextOf(call, true), ...presentEntity(action.result ?? set.type, row) },
  };
}

async function explained<T>(type: StructuredType, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw explainInput(type, error);
  }
}

/** Answers in the version of the protocol that the caller takes. */
function inProtocol(route: RouteDefinition): RouteDefinition {
  return {
    ...route,
    async handler(call) {
      const version = protocolVersion(call.headers);
      const { status, headers = {}, body } = await route.handler(call);
      const contentType = "application/json;odata.metadata=minimal;charset=utf-8";
      return { status, headers: { "odata-version": version, "content-type": contentType, ...headers }, body };
    },
  };
}
