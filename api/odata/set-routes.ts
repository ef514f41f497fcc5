import { ServiceError } from "#domain/errors.ts";

import type { RouteDefinition } from "../route.ts";
import { batchRoute } from "./batch/route.ts";
import {
  type EntitySet,
  methodsOfWrites,
  type Navigation,
  typeMadeBy,
  type Verbs,
  type WriteKind,
  type WriteVerb,
} from "./entity-set.ts";
import { metadataRoutes } from "./metadata/routes.ts";
import { createModel } from "./model/model.ts";
import { isDerivedFrom } from "./model/types.ts";
import { castType, resolve } from "./path/resolve.ts";
import { lastStep, type PathStep } from "./path/target.ts";
import { inProtocol } from "./protocol.ts";
import { answerFunction, answerRead } from "./read/route.ts";
import { readerOf } from "./read/run-read.ts";
import type { ODataService } from "./service.ts";
import type { StructuredType } from "./structured-type.ts";
import { answerAction, answerWrite } from "./write/route.ts";

/** Steps of a path template; each key stands for any. */
interface SetPath {
  readonly path: string;
  readonly steps: readonly PathStep[];
}

const anyKey = "";

/**
 * Returns the routes of a service: its document, `$metadata`, `$batch`, and those of each set and of the sets below it.
 * @throws TypeError if the sets do not fit together
 */
export function serviceRoutes(sets: readonly EntitySet[], root: string): readonly RouteDefinition[] {
  const service: ODataService = { model: createModel(sets), root };
  const below = sets.flatMap((set) => {
    const path = `${root}/${set.name}`;
    const step: PathStep = { set, navigation: null, key: null, type: set.type };
    return placeRoutes(service, { path, steps: [step] }, set);
  });
  return [...metadataRoutes(service), batchRoute(root), ...below];
}

function placeRoutes(service: ODataService, place: SetPath, verbs: Verbs): readonly RouteDefinition[] {
  const step = lastStep(place);
  const many = step.navigation === null || step.navigation.many;
  const one = many ? keyed(place, step) : place;
  const routes = [
    ...(many ? [...collectionRoutes(service, place, verbs), ...viewRoutes(service, place, verbs)] : []),
    ...entityRoutes(service, one, verbs),
    ...actionRoutes(service, { many: place, one }, verbs),
  ];
  const follows = step.navigation === null || step.navigation.contained === true;
  const below = follows ? (step.set.navigation ?? []) : [];
  return [...routes, ...below.flatMap((navigation) => navigationRoutes(service, one, navigation))];
}

function navigationRoutes(service: ODataService, above: SetPath, navigation: Navigation): readonly RouteDefinition[] {
  const set = navigation.target();
  const step: PathStep = { set, navigation, key: null, type: set.type };
  const place = { path: `${above.path}/${navigation.name}`, steps: [...above.steps, step] };
  return placeRoutes(service, place, navigation);
}

function keyed({ path, steps }: SetPath, step: PathStep): SetPath {
  return { path: `${path}({${step.set.key.parameter}})`, steps: [...steps.slice(0, -1), { ...step, key: anyKey }] };
}

function collectionRoutes(service: ODataService, place: SetPath, { list, create }: Verbs): readonly RouteDefinition[] {
  const routes: RouteDefinition[] = [];
  if (list !== undefined) routes.push(readRoute(service, place, list.policy));
  if (create !== undefined) {
    const { set } = lastStep(place);
    const made = typeMadeBy(create, set);
    const requireMade = (type: StructuredType) => {
      if (made !== undefined && !isDerivedFrom(made, type)) throw new ServiceError("NOT_FOUND");
    };
    // A cast behind the set names the type of the new entity.
    const covers = ([first = "", ...rest]: readonly string[]) =>
      rest.length === 0 && /^[\w.]+$/.test(first) && found(() => requireMade(castType(service.model, set, first)));
    routes.push({ ...writeRoute(service, place, "create", create), covers });
  }
  return routes;
}

function viewRoutes(service: ODataService, place: SetPath, { setViews = {} }: Verbs): readonly RouteDefinition[] {
  const step = lastStep(place);
  return Object.entries(setViews).map(([name, view]) => {
    const steps = [...place.steps.slice(0, -1), { ...step, view: { name, ...view } }];
    const route = readRoute(service, { path: `${place.path}/${name}`, steps }, view.policy);
    return { ...route, calls: "function" as const };
  });
}

function entityRoutes(service: ODataService, place: SetPath, verbs: Verbs): readonly RouteDefinition[] {
  const writes = (["replace", "update", "remove"] as const).flatMap((kind) => {
    const write = verbs[kind];
    return write === undefined ? [] : [writeRoute(service, place, kind, write)];
  });
  return verbs.get === undefined ? writes : [readRoute(service, place, verbs.get.policy), ...writes];
}

function actionRoutes(
  service: ODataService,
  { many, one }: { readonly many: SetPath; readonly one: SetPath },
  verbs: Verbs,
): readonly RouteDefinition[] {
  const { actions = {}, setActions = {}, functions = {}, setFunctions = {} } = verbs;
  const at = <T>(place: SetPath, named: Readonly<Record<string, T>>) =>
    Object.entries(named).map(([name, called]) => ({
      path: `${place.path}/${name}`,
      called,
      set: lastStep(place).set,
    }));
  const functionRoutes = [...at(many, setFunctions), ...at(one, functions)].map(({ path, called, set }) =>
    inProtocol({
      method: "GET",
      path,
      policy: called.policy,
      operation: called.operation,
      calls: "function",
      hasParameters: called.parameters !== undefined,
      handler: (call) => answerFunction({ service, call }, { set, called }),
    }),
  );
  const boundActions = [...at(many, setActions), ...at(one, actions)].map(({ path, called, set }) =>
    inProtocol({
      method: "POST",
      path,
      policy: called.policy,
      operation: called.operation,
      calls: "action",
      ...(called.givesSecret === true ? { isWhole: true } : { keepsAnswers: true }),
      handler: (call) => answerAction({ service, call }, { set, action: called }),
    }),
  );
  return [...functionRoutes, ...boundActions];
}

function readRoute(service: ODataService, { path, steps }: SetPath, policy: string): RouteDefinition {
  const parameters = steps.filter(({ key }) => key !== null).map(({ set }) => set.key.parameter);
  if (new Set(parameters).size < parameters.length) throw new TypeError(`${path} names a parameter twice`);
  for (const { set, navigation } of steps) {
    if (set.source === undefined || (navigation !== null && navigation.relation === undefined)) {
      throw new TypeError(`${path} cannot be read: ${set.name} needs a source, and a navigation to it a relation`);
    }
  }
  return inProtocol({
    method: "GET",
    path,
    policy,
    operation: readerOf(steps).name,
    covers: (tail) => found(() => resolve(service.model, steps, tail)),
    handler: (call) => answerRead({ service, call }, steps),
  });
}

function writeRoute(
  service: ODataService,
  { path, steps }: SetPath,
  kind: WriteKind,
  write: WriteVerb,
): RouteDefinition {
  return inProtocol({
    method: methodsOfWrites[kind],
    path,
    policy: write.policy,
    operation: write.operation,
    ...(write.givesSecret === true ? {} : { keepsAnswers: true }),
    handler: (call) => answerWrite({ service, call }, { kind, verb: write, steps }),
  });
}

/** Reports whether something exists. If it exists and cannot be answered, the handler refuses. */
function found(look: () => unknown): boolean {
  try {
    look();
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return error.kind !== "missing";
    throw error;
  }
}
