import type {
  ActionVerb,
  EntityKey,
  EntitySet,
  Navigation,
  ReadVerb,
  Verbs,
  WriteTerms,
  WriteVerb,
} from "../odata/entity-set.ts";
import type { Json } from "../odata/model/input-fields.ts";
import { describeOperation } from "./describe.ts";
import type { Schemas } from "./named-schemas.ts";
import {
  callKeyParameters,
  functionParameters,
  headerParameters,
  parametersNamed,
  keyParameters,
  optionsOf,
} from "./parameters.ts";
import { acceptedResponse, entityResponse, errorsOf, notModified, pageResponse } from "./responses.ts";
import { bodySchema } from "./schemas.ts";

/** Paths of a document: path → method → operation. */
export type Paths = Record<string, Record<string, Json>>;

interface Document {
  readonly paths: Paths;
  readonly schemas: Schemas;
}

interface DocumentedPath {
  readonly tag: string;
  readonly path: string;
  /** Keys of the path so far, the outermost first. */
  readonly keys: readonly EntityKey[];
}

/** Adds the paths of an entity set and of the navigations from one of its entities. */
export function addPaths(set: EntitySet, root: string, document: Document): void {
  addVerbs(set, set, { tag: set.name, path: `${root}/${set.name}`, keys: [] }, document);
}

const methods = { create: "post", replace: "post", update: "patch", remove: "delete" } as const;

function addVerbs(verbs: Verbs, set: EntitySet, place: DocumentedPath, document: Document): void {
  const { paths, schemas } = document;
  const path = `${place.path}({${set.key.parameter}})`;
  const one: DocumentedPath = { ...place, path, keys: [...place.keys, set.key] };
  if (verbs.list) addOperation(paths, place, "get", readPage(verbs.list, set, schemas));
  if (verbs.get) addOperation(paths, one, "get", readOne(verbs.get, set, schemas));
  for (const kind of ["create", "replace", "update", "remove"] as const) {
    const verb = verbs[kind];
    if (verb) addOperation(paths, kind === "create" ? place : one, methods[kind], write(verb, set, kind, schemas));
  }
  addCalls(verbs, { place, one, set }, document);
  for (const way of set.navigation ?? []) addWay(way, one, document);
}

function addCalls(
  { actions = {}, setActions = {}, functions = {}, setFunctions = {}, setViews = {} }: Verbs,
  { place, one, set }: Readonly<Record<"place" | "one", DocumentedPath>> & { readonly set: EntitySet },
  { paths, schemas }: Document,
): void {
  const below = (at: DocumentedPath, name: string) => ({ ...at, path: `${at.path}/${name}` });
  for (const [name, view] of Object.entries(setViews)) {
    const page = { ...readPage(view, set, schemas), ...describeOperation("function", name, view) };
    addOperation(paths, below(place, name), "get", page);
  }
  for (const [at, named] of [
    [one, actions],
    [place, setActions],
  ] as const) {
    for (const [name, action] of Object.entries(named)) {
      addOperation(paths, below(at, name), "post", call(name, action, at === one, schemas));
    }
  }
  for (const [at, named] of [
    [one, functions],
    [place, setFunctions],
  ] as const) {
    for (const [name, called] of Object.entries(named)) {
      addOperation(paths, below(at, name), "get", {
        ...describeOperation("function", name, called),
        parameters: functionParameters(called.parameters ?? {}),
        responses: { 200: entityResponse("The answer.", called.result, schemas), ...errorsOf("read") },
      });
    }
  }
}

function addWay(way: Navigation, one: DocumentedPath, document: Document): void {
  const target = way.target();
  const at: DocumentedPath = { ...one, path: `${one.path}/${way.name}` };
  if (way.many) addVerbs(way, way.contained ? target : { ...target, navigation: [] }, at, document);
  else if (way.get) addOperation(document.paths, at, "get", readOne(way.get, target, document.schemas));
}

function addOperation(paths: Paths, { tag, path, keys }: DocumentedPath, method: string, operation: Json): void {
  const words = path.split("/").map((segment) => segment.replace(/\(.*\)/, "ByKey"));
  const parameters = [...keyParameters(keys), ...((operation["parameters"] as Json[] | undefined) ?? [])];
  (paths[path] ??= {})[method] = {
    ...operation,
    tags: [tag],
    operationId: [method, ...words.slice(2)].join("_"),
    ...(parameters.length > 0 ? { parameters } : {}),
  };
}

function readPage(verb: ReadVerb, { type }: EntitySet, schemas: Schemas): Json {
  return {
    ...describeOperation("list", type.name, verb),
    parameters: [...optionsOf(false), ...parametersNamed("preferPage")],
    responses: { 200: pageResponse(type, schemas), ...errorsOf("read") },
  };
}

function readOne(verb: ReadVerb, { type }: EntitySet, schemas: Schemas): Json {
  return {
    ...describeOperation("get", type.name, verb),
    parameters: [...optionsOf(true), ...parametersNamed("ifNoneMatch")],
    responses: { 200: entityResponse("The entity.", type, schemas), ...notModified, ...errorsOf("read") },
  };
}

function write(verb: WriteVerb, set: EntitySet, kind: keyof typeof methods, schemas: Schemas): Json {
  const type = { ...set.type, properties: { ...set.type.properties, ...verb.parameters } };
  const own = kind === "create" ? [] : [set.key.property];
  const keys = ["key", "parentKey", ...(verb.parentField === undefined ? [] : [verb.parentField]), ...own];
  const isKept = kind !== "create" || verb.status !== 200;
  const isPreferred = kind !== "remove" && verb.statusMonitor === undefined && isKept;
  const headers = [...(kind === "create" ? [] : ["ifMatch"]), ...(isPreferred ? ["preferReturn"] : [])];
  return {
    ...describeOperation(kind, set.type.name, verb),
    parameters: parametersOf(verb, headers),
    ...(kind === "remove" ? {} : { requestBody: jsonBody(bodySchema(type, verb, schemas, keys), verb.example) }),
    responses: {
      ...(isPreferred ? preferredResponses(kind, set, schemas) : {}),
      ...writeResponses(verb, set, schemas),
      ...errorsOf("write"),
    },
  };
}

function parametersOf(verb: WriteTerms, headers: readonly string[]): readonly Json[] {
  return [...headerParameters(verb), ...parametersNamed(...headers), ...callKeyParameters()];
}

function writeResponses(verb: WriteVerb, set: EntitySet, schemas: Schemas): Json {
  const shown = verb.status === 204 ? undefined : (verb.result ?? set.type);
  const accepted = verb.statusMonitor !== undefined && shown !== undefined;
  return {
    [verb.status]: accepted ? acceptedResponse(shown, schemas) : entityResponse("Done.", shown, schemas),
    ...(verb.mayBeSynchronous === true ? { 204: entityResponse("Done at once.", undefined, schemas) } : {}),
  };
}

/** Returns the response that Prefer may request in place of the usual one. */
function preferredResponses(kind: keyof typeof methods, { type }: EntitySet, schemas: Schemas): Json {
  return kind === "update"
    ? { 200: entityResponse("The changed entity, where Prefer asks for it.", type, schemas) }
    : { 204: entityResponse("Done; Prefer asks for no answer.", undefined, schemas) };
}

function call(name: string, action: ActionVerb, ofOne: boolean, schemas: Schemas): Json {
  const response =
    action.statusMonitor === undefined
      ? { 200: entityResponse("Done.", action.result, schemas) }
      : { 202: acceptedResponse(action.result, schemas) };
  return {
    ...describeOperation("action", name, action),
    parameters: parametersOf(action, ofOne ? ["ifMatch"] : []),
    requestBody: jsonBody(bodySchema(action.parameters, action, schemas, ["key"])),
    responses: { ...response, ...errorsOf("write") },
  };
}

function jsonBody(schema: Json, example?: Json): Json {
  return { required: true, content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } } };
}
