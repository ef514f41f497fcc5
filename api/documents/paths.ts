import type { ActionVerb, EntityKey, EntitySet, Navigation, Verbs, WriteVerb } from "../odata/entity-set.ts";
import { headerParameters, keyParameters, optionsOf } from "./parameters.ts";
import { acceptedResponse, commonErrors, entityResponse, pageResponse } from "./responses.ts";
import { bodySchema, type Json, type Schemas } from "./schemas.ts";

/** The paths of a document: path → method → operation. */
export type Paths = Record<string, Record<string, Json>>;

interface Place {
  readonly tag: string;
  readonly path: string;
  /** Keys on the way here, the outermost first. */
  readonly keys: readonly EntityKey[];
  readonly parent?: EntityKey;
}

/** Adds the paths of an entity set and of the ways that begin at one of its entities. */
export function addPaths(set: EntitySet, root: string, document: { paths: Paths; schemas: Schemas }): void {
  const place: Place = { tag: set.name, path: `${root}/${set.name}`, keys: [] };
  addVerbs(set, set, place, document);
}

type Document = Parameters<typeof addPaths>[2];

function addVerbs(verbs: Verbs, set: EntitySet, place: Place, document: Document): void {
  const one: Place = { ...place, path: `${place.path}({${set.key.parameter}})`, keys: [...place.keys, set.key] };
  const { schemas } = document;
  const put = (at: Place, method: string, operation: Json) => addOperation(document.paths, at, method, operation);
  if (verbs.list) put(place, "get", read(verbs.list, pageSummary, pageResponse(set.type, schemas)));
  if (verbs.get) put(one, "get", readOne(verbs.get, set, schemas));
  const writes = [
    [place, "post", verbs.create, "Creates one"],
    [one, "post", verbs.replace, "Replaces the fields of one"],
    [one, "patch", verbs.update, "Changes one"],
    [one, "delete", verbs.remove, "Removes one"],
  ] as const;
  for (const [at, method, verb, summary] of writes) {
    if (verb) put(at, method, write(verb, set, { at, method, summary }, schemas));
  }
  addCalls(verbs, { place, one }, document);
  for (const way of set.navigation ?? []) addWay(way, set, one, document);
}

function addCalls(verbs: Verbs, { place, one }: { place: Place; one: Place }, { paths, schemas }: Document): void {
  const { actions = {}, setActions = {}, functions = {}, setFunctions = {} } = verbs;
  for (const [at, named] of [
    [one, actions],
    [place, setActions],
  ] as const) {
    for (const [name, action] of Object.entries(named)) {
      addOperation(paths, { ...at, path: `${at.path}/${name}` }, "post", call(name, action, schemas));
    }
  }
  for (const [at, named] of [
    [one, functions],
    [place, setFunctions],
  ] as const) {
    for (const [name, { result, policy }] of Object.entries(named)) {
      const responses = { 200: entityResponse("The answer.", result, schemas), ...commonErrors() };
      addOperation(paths, { ...at, path: `${at.path}/${name}` }, "get", {
        summary: name,
        "x-policy": policy,
        responses,
      });
    }
  }
}

function addWay(way: Navigation, from: EntitySet, one: Place, document: Document): void {
  const target = way.target();
  const at: Place = { ...one, path: `${one.path}/${way.name}`, parent: from.key };
  if (way.many) {
    addVerbs(way, { ...target, navigation: way.contained ? (target.navigation ?? []) : [] }, at, document);
    return;
  }
  if (!way.get) return;
  addOperation(document.paths, at, "get", readOne(way.get, target, document.schemas));
}

function addOperation(paths: Paths, { tag, path, keys }: Place, method: string, operation: Json): void {
  const words = path.split("/").flatMap((segment) => segment.replace(/\(.*\)/, "ByKey"));
  const parameters = [...keyParameters(keys), ...((operation["parameters"] as Json[] | undefined) ?? [])];
  (paths[path] ??= {})[method] = {
    ...operation,
    tags: [tag],
    operationId: [method, ...words.slice(2)].join("_"),
    ...(parameters.length > 0 ? { parameters } : {}),
  };
}

function read({ policy }: { readonly policy: string }, summary: string, response: Json): Json {
  const parameters = optionsOf(summary !== pageSummary);
  return { summary, "x-policy": policy, parameters, responses: { 200: response, ...commonErrors() } };
}

const pageSummary = "Reads a page";

function readOne(verb: { readonly policy: string }, { type }: EntitySet, schemas: Schemas): Json {
  return read(verb, "Reads one", entityResponse("The entity.", type, schemas));
}

interface Write {
  readonly at: Place;
  readonly method: "post" | "patch" | "delete";
  readonly summary: string;
}

function write(verb: WriteVerb, set: EntitySet, { at, method, summary }: Write, schemas: Schemas): Json {
  const type = { ...set.type, properties: { ...set.type.properties, ...verb.parameters } };
  const shown = verb.status === 204 ? undefined : (verb.result ?? set.type);
  const keys = ["key", "parentKey", ...(verb.parentField === undefined ? [] : [verb.parentField]), ...ownKey(at)];
  const accepted = verb.goesOn !== undefined && shown !== undefined;
  return {
    summary,
    "x-policy": verb.policy,
    parameters: headerParameters(verb),
    ...(method === "delete" ? {} : { requestBody: jsonBody(bodySchema(type, verb, schemas, keys)) }),
    responses: {
      [verb.status]: accepted ? acceptedResponse(shown, schemas) : entityResponse("Done.", shown, schemas),
      ...(verb.atOnce === true ? { 204: entityResponse("Done at once.", undefined, schemas) } : {}),
      ...commonErrors(),
    },
  };
}

function ownKey({ path, keys }: Place): readonly string[] {
  const last = keys.at(-1);
  return last !== undefined && path.endsWith(")") ? [last.property] : [];
}

function call(name: string, action: ActionVerb, schemas: Schemas): Json {
  const response =
    action.goesOn === undefined
      ? { 200: entityResponse("Done.", action.result, schemas) }
      : { 202: acceptedResponse(action.result, schemas) };
  return {
    summary: name,
    "x-policy": action.policy,
    parameters: headerParameters(action),
    requestBody: jsonBody(bodySchema(action.parameters, action, schemas, ["key"])),
    responses: { ...response, ...commonErrors() },
  };
}

function jsonBody(schema: Json): Json {
  return { required: true, content: { "application/json": { schema } } };
}
