import type { ActionVerb, EntityKey, EntitySet, Navigation, Verbs, WriteVerb } from "../odata/entity-set.ts";
import type { Json } from "../odata/model/input-fields.ts";
import { describeOperation, type Described } from "./describe.ts";
import {
  callKeyParameters,
  functionParameters,
  headerParameters,
  headersNamed,
  keyParameters,
  optionsOf,
} from "./parameters.ts";
import { acceptedResponse, entityResponse, errorsOf, notModified, pageResponse } from "./responses.ts";
import { bodySchema, type Schemas } from "./schemas.ts";

/** The paths of a document: path → method → operation. */
export type Paths = Record<string, Record<string, Json>>;

interface DocumentedPath {
  readonly tag: string;
  readonly path: string;
  /** Keys on the way here, the outermost first. */
  readonly keys: readonly EntityKey[];
  readonly parent?: EntityKey;
}

/** Adds the paths of an entity set and of the ways that begin at one of its entities. */
export function addPaths(set: EntitySet, root: string, document: { paths: Paths; schemas: Schemas }): void {
  const place: DocumentedPath = { tag: set.name, path: `${root}/${set.name}`, keys: [] };
  addVerbs(set, set, place, document);
}

type Document = Parameters<typeof addPaths>[2];

function addVerbs(verbs: Verbs, set: EntitySet, place: DocumentedPath, document: Document): void {
  const one: DocumentedPath = {
    ...place,
    path: `${place.path}({${set.key.parameter}})`,
    keys: [...place.keys, set.key],
  };
  const { schemas } = document;
  const put = (at: DocumentedPath, method: string, operation: Json) =>
    addOperation(document.paths, at, method, operation);
  if (verbs.list) put(place, "get", readPage(verbs.list, set, schemas));
  if (verbs.get) put(one, "get", readOne(verbs.get, set, schemas));
  const writes = [
    [place, "post", "create", "Creates one"],
    [one, "post", "replace", "Replaces the fields of one"],
    [one, "patch", "update", "Changes one"],
    [one, "delete", "remove", "Removes one"],
  ] as const;
  for (const [at, method, kind, summary] of writes) {
    const verb = verbs[kind];
    if (verb) put(at, method, write(verb, set, { at, method, kind, summary }, schemas));
  }
  addCalls(verbs, { place, one }, document);
  for (const way of set.navigation ?? []) addWay(way, set, one, document);
}

function addCalls(
  verbs: Verbs,
  { place, one }: { place: DocumentedPath; one: DocumentedPath },
  { paths, schemas }: Document,
): void {
  const { actions = {}, setActions = {}, functions = {}, setFunctions = {} } = verbs;
  for (const [at, named] of [
    [one, actions],
    [place, setActions],
  ] as const) {
    for (const [name, action] of Object.entries(named)) {
      addOperation(paths, { ...at, path: `${at.path}/${name}` }, "post", call(name, action, at === one, schemas));
    }
  }
  for (const [at, named] of [
    [one, functions],
    [place, setFunctions],
  ] as const) {
    for (const [name, { parameters = {}, result, policy }] of Object.entries(named)) {
      const responses = { 200: entityResponse("The answer.", result, schemas), ...errorsOf("read") };
      addOperation(paths, { ...at, path: `${at.path}/${name}` }, "get", {
        ...summarized({ kind: "function", name, policy }, name),
        parameters: functionParameters(parameters),
        responses,
      });
    }
  }
}

function addWay(way: Navigation, from: EntitySet, one: DocumentedPath, document: Document): void {
  const target = way.target();
  const at: DocumentedPath = { ...one, path: `${one.path}/${way.name}`, parent: from.key };
  if (way.many) {
    addVerbs(way, { ...target, navigation: way.contained ? (target.navigation ?? []) : [] }, at, document);
    return;
  }
  if (!way.get) return;
  addOperation(document.paths, at, "get", readOne(way.get, target, document.schemas));
}

function addOperation(paths: Paths, { tag, path, keys }: DocumentedPath, method: string, operation: Json): void {
  const words = path.split("/").flatMap((segment) => segment.replace(/\(.*\)/, "ByKey"));
  const parameters = [...keyParameters(keys), ...((operation["parameters"] as Json[] | undefined) ?? [])];
  (paths[path] ??= {})[method] = {
    ...operation,
    tags: [tag],
    operationId: [method, ...words.slice(2)].join("_"),
    ...(parameters.length > 0 ? { parameters } : {}),
  };
}

function summarized(described: Described, summary: string): Json {
  return { summary, description: describeOperation(described), "x-policy": described.policy };
}

function readPage({ policy }: { readonly policy: string }, { type }: EntitySet, schemas: Schemas): Json {
  return {
    ...summarized({ kind: "list", name: type.name, policy }, "Reads a page"),
    parameters: [...optionsOf(false), ...headersNamed("preferPage")],
    responses: { 200: pageResponse(type, schemas), ...errorsOf("read") },
  };
}

function readOne({ policy }: { readonly policy: string }, { type }: EntitySet, schemas: Schemas): Json {
  return {
    ...summarized({ kind: "get", name: type.name, policy }, "Reads one"),
    parameters: [...optionsOf(true), ...headersNamed("ifNoneMatch")],
    responses: { 200: entityResponse("The entity.", type, schemas), ...notModified, ...errorsOf("read") },
  };
}

interface Write {
  readonly at: DocumentedPath;
  readonly method: "post" | "patch" | "delete";
  readonly kind: "create" | "replace" | "update" | "remove";
  readonly summary: string;
}

function write(verb: WriteVerb, set: EntitySet, at: Write, schemas: Schemas): Json {
  const { kind, method, summary } = at;
  const type = { ...set.type, properties: { ...set.type.properties, ...verb.parameters } };
  const keys = ["key", "parentKey", ...(verb.parentField === undefined ? [] : [verb.parentField]), ...ownKey(at.at)];
  const { policy, statusMonitor, mayBeSynchronous = false, headerFields = {} } = verb;
  const about = { isAsynchronous: statusMonitor !== undefined, mayBeSynchronous, headers: Object.keys(headerFields) };
  return {
    ...summarized({ kind, name: set.type.name, policy, ...about }, summary),
    parameters: [
      ...headerParameters(verb),
      ...headersNamed(
        ...(kind === "create" ? [] : ["ifMatch"]),
        ...(answersAsPreferred(verb, kind) ? ["preferReturn"] : []),
      ),
      ...callKeyParameters(),
    ],
    ...(method === "delete" ? {} : { requestBody: jsonBody(bodySchema(type, verb, schemas, keys), verb.example) }),
    responses: { ...writeResponses(verb, set, kind, schemas), ...errorsOf("write") },
  };
}

function writeResponses(verb: WriteVerb, set: EntitySet, kind: Write["kind"], schemas: Schemas): Json {
  const shown = verb.status === 204 ? undefined : (verb.result ?? set.type);
  const accepted = verb.statusMonitor !== undefined && shown !== undefined;
  return {
    ...(answersAsPreferred(verb, kind) ? preferredResponses(kind, set, schemas) : {}),
    [verb.status]: accepted ? acceptedResponse(shown, schemas) : entityResponse("Done.", shown, schemas),
    ...(verb.mayBeSynchronous === true ? { 204: entityResponse("Done at once.", undefined, schemas) } : {}),
  };
}

function answersAsPreferred({ statusMonitor }: WriteVerb, kind: Write["kind"]): boolean {
  return kind !== "remove" && statusMonitor === undefined;
}

/** What Prefer may ask for in the place of the usual answer. */
function preferredResponses(kind: Write["kind"], { type }: EntitySet, schemas: Schemas): Json {
  return kind === "update"
    ? { 200: entityResponse("The changed entity, where Prefer asks for it.", type, schemas) }
    : { 204: entityResponse("Done; Prefer asks for no answer.", undefined, schemas) };
}

function ownKey({ path, keys }: DocumentedPath): readonly string[] {
  const last = keys.at(-1);
  return last !== undefined && path.endsWith(")") ? [last.property] : [];
}

function call(name: string, action: ActionVerb, ofOne: boolean, schemas: Schemas): Json {
  const response =
    action.statusMonitor === undefined
      ? { 200: entityResponse("Done.", action.result, schemas) }
      : { 202: acceptedResponse(action.result, schemas) };
  return {
    ...summarized(
      {
        kind: "action",
        name,
        policy: action.policy,
        isAsynchronous: action.statusMonitor !== undefined,
        headers: Object.keys(action.headerFields ?? {}),
      },
      name,
    ),
    parameters: [...headerParameters(action), ...headersNamed(...(ofOne ? ["ifMatch"] : [])), ...callKeyParameters()],
    requestBody: jsonBody(bodySchema(action.parameters, action, schemas, ["key"])),
    responses: { ...response, ...errorsOf("write") },
  };
}

function jsonBody(schema: Json, example?: Json): Json {
  return { required: true, content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } } };
}
