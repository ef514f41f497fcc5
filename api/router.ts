import { ServiceError } from "#domain/errors.ts";

import { formatKey } from "./odata/key.ts";
import { decodeSegment, type PathSegment, parseSegment, parseTemplate, splitPath } from "./path.ts";
import { publicRoutes } from "./public-routes.ts";
import type { RouteDefinition, RouteMethod } from "./route.ts";

interface Place {
  /** The name as declared, with its parameter: `requests({requestKey})`. */
  readonly label: string;
  readonly methods: Map<string, RouteDefinition>;
  readonly children: Map<string, Name>;
}

/** One name under a place: what it leads to without a key, and with one. */
interface Name {
  readonly name: string;
  plain?: Place;
  keyed?: { readonly parameter: string; readonly place: Place };
}

/** What a path leads to: its methods by name, the keys it carries, and the path in its declared spelling. */
export interface RouteMatch {
  readonly path: string;
  readonly keys: Readonly<Record<string, string>>;
  /** The property that stands in front of a key in the address, by the parameter. */
  readonly keyNames: Readonly<Record<string, string>>;
  /** What stands in the brackets of the function that it leads to, decoded. */
  readonly brackets?: string;
  /** What is behind the declared path, not decoded. */
  readonly tail: readonly string[];
  readonly methods: ReadonlyMap<string, RouteDefinition>;
  /** The template of the same place with a key, when it takes the method PATCH. */
  readonly keyedPatch?: string;
}

/** How names are found that are not spelled as declared. */
export interface RouterOptions {
  /** First segment that may be left out of an address: `v2`. */
  readonly defaultRoot?: string;
  /** Other spellings of a name: `{ group: "groups" }`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Namespaces that may stand in front of the name of an action or function: `/v2/requests({key})/v2.decide`. */
  readonly namespaces?: readonly string[];
}

/** Finds routes by path; names match exactly first, then without regard to case. */
export interface Router {
  /** Every route, in the order of declaration. */
  readonly routes: readonly RouteDefinition[];
  /**
   * What the path leads to; undefined when nothing is there.
   * @throws ADDRESS_INVALID
   * @throws KEY_INVALID
   */
  match(path: string): RouteMatch | undefined;
}

/**
 * Builds the router from the routes.
 * @throws Error for a route without a policy that is not in `publicRoutes`, and for a double or ambiguous path
 */
export function createRouter(routes: readonly RouteDefinition[], options: RouterOptions = {}): Router {
  const root: Place = { label: "", methods: new Map(), children: new Map() };
  for (const route of routes) {
    requirePolicy(route);
    addRoute(root, route);
  }
  const withRoot = (parts: readonly string[]): readonly string[] => {
    const spelled = findName(root, parseSegment(parts[0] ?? "").name, {}) !== undefined;
    return spelled || options.defaultRoot === undefined ? parts : [options.defaultRoot, ...parts];
  };
  return {
    routes,
    match: (path) => walk(root, withRoot(splitPath(path)), options),
  };
}

function requirePolicy(route: RouteDefinition): void {
  const label = `${route.method} ${route.path}`;
  const isListed = publicRoutes.some((row) => row.route === label);
  if (route.policy === null && !isListed)
    throw new Error(`the route ${label} has no policy and is not in publicRoutes`);
  if (route.policy !== null && isListed) throw new Error(`the route ${label} has a policy and is in publicRoutes too`);
}

function addRoute(root: Place, route: RouteDefinition): void {
  let place = root;
  for (const { name, parameter } of parseTemplate(route.path)) {
    place = enter(place, name, parameter, route.path);
  }
  if (place.methods.has(route.method)) throw new Error(`the route ${route.method} ${route.path} is declared twice`);
  place.methods.set(route.method, route);
}

function enter(place: Place, name: string, parameter: string | undefined, path: string): Place {
  const found = findName(place, name, {});
  if (found !== undefined && found.name !== name)
    throw new Error(`'${found.name}' and '${name}' differ only in case (${path})`);
  const entry: Name = found ?? { name };
  place.children.set(name, entry);
  const label = `${place.label}/${name}`;
  if (parameter === undefined) {
    entry.plain ??= { label, methods: new Map(), children: new Map() };
    return entry.plain;
  }
  entry.keyed ??= { parameter, place: { label: `${label}({${parameter}})`, methods: new Map(), children: new Map() } };
  if (entry.keyed.parameter !== parameter)
    throw new Error(`'${name}' takes '${entry.keyed.parameter}', not '${parameter}' (${path})`);
  return entry.keyed.place;
}

function findName(place: Place, name: string, aliases: Readonly<Record<string, string>>): Name | undefined {
  const exact = place.children.get(name);
  if (exact !== undefined) return exact;
  const folded = name.toLowerCase();
  const meant = (Object.hasOwn(aliases, folded) ? aliases[folded] : undefined)?.toLowerCase() ?? folded;
  return [...place.children.values()].find((entry) => entry.name.toLowerCase() === meant);
}

function findCalled(place: Place, name: string, namespaces: readonly string[]): Name | undefined {
  const namespace = namespaces.find((known) => name.startsWith(`${known}.`));
  const found = namespace === undefined ? undefined : findName(place, name.slice(namespace.length + 1), {});
  return found !== undefined && (calls(found, "action") || calls(found, "function")) ? found : undefined;
}

function calls({ plain }: Name, kind: RouteDefinition["calls"]): boolean {
  const routes = [...(plain?.methods.values() ?? [])];
  return routes.length > 0 && routes.every((route) => route.calls === kind);
}

/** One step of a path: what it enters, how it is spelled as declared, and the key it carries. */
interface Step {
  readonly name: Name;
  readonly place: Place;
  readonly text: string;
  readonly key?: readonly [parameter: string, value: string];
  readonly keyName?: string;
  /** What stands in the brackets of a function. */
  readonly brackets?: string;
}

function walk(root: Place, parts: readonly string[], options: RouterOptions): RouteMatch | undefined {
  const steps: Step[] = [];
  for (const part of parts) {
    const step = stepInto(steps.at(-1)?.place ?? root, part, options);
    if (step === undefined) break;
    steps.push(step);
  }
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  if (steps.length === parts.length && last.place.methods.size > 0) {
    const keyed = last.key === undefined ? last.name.keyed?.place : undefined;
    const match = matchOf(steps, last.place.methods, []);
    return keyed?.methods.has("PATCH") ? { ...match, keyedPatch: keyed.label } : match;
  }
  return covered(steps, parts);
}

/** The deepest place on the way whose routes answer the segments behind it. */
function covered(steps: readonly Step[], parts: readonly string[]): RouteMatch | undefined {
  for (let depth = Math.min(steps.length, parts.length - 1); depth > 0; depth -= 1) {
    const tail = parts.slice(depth);
    const methods = [...(steps[depth - 1]?.place.methods ?? [])].filter(([, route]) => route.covers?.(tail));
    if (methods.length > 0) return matchOf(steps.slice(0, depth), new Map(methods), tail);
  }
  return undefined;
}

/**
 * What stands in the brackets of a function: its parameters, and no key. Undefined without brackets.
 * @throws ADDRESS_INVALID for a function without parameters that is given some
 */
function bracketsOf({ name, plain }: Name, part: string): string | undefined {
  const takes = [...(plain?.methods.values() ?? [])].some(({ hasParameters }) => hasParameters === true);
  const text = decodeSegment(part);
  const open = text.indexOf("(");
  const inner = open < 0 ? undefined : text.slice(open + 1, -1);
  if (inner === undefined || (text.endsWith(")") && (takes || inner.trim() === ""))) return inner;
  throw new ServiceError("ADDRESS_INVALID", {
    message: takes
      ? `The brackets of the function '${name}' are not closed.`
      : `The function '${name}' takes no parameters. Write ${name}().`,
    target: name,
  });
}

function nameIn(part: string): string {
  const open = part.indexOf("(");
  const name = open < 0 ? part : part.slice(0, open);
  return name.includes("%") ? (name.split("%28", 1)[0] ?? "") : name;
}

function matchOf(
  steps: readonly Step[],
  methods: ReadonlyMap<string, RouteDefinition>,
  tail: readonly string[],
): RouteMatch {
  let path = "";
  const keys: Record<string, string> = {};
  const keyNames: Record<string, string> = {};
  for (const { text, key, keyName } of steps) {
    path += text;
    if (key === undefined) continue;
    keys[key[0]] = key[1];
    if (keyName !== undefined) keyNames[key[0]] = keyName;
  }
  const brackets = steps.at(-1)?.brackets;
  return { path, keys, keyNames, methods, tail, ...(brackets === undefined ? {} : { brackets }) };
}

function stepInto(from: Place, part: string, options: RouterOptions): Step | undefined {
  // What cannot be read as a name with a key may still be covered by a route: `$filter(…)`.
  const { name } = parseSegment(nameIn(part));
  const found = findName(from, name, options.aliases ?? {}) ?? findCalled(from, name, options.namespaces ?? []);
  if (found === undefined) return undefined;
  if (found.plain !== undefined && calls(found, "function")) {
    const brackets = bracketsOf(found, part);
    const step = { name: found, place: found.plain, text: `/${found.name}` };
    return brackets === undefined ? step : { ...step, brackets };
  }
  const { key, keyName }: PathSegment = parseSegment(part);
  const text = `/${found.name}`;
  if (key === undefined) return found.plain && { name: found, place: found.plain, text };
  if (found.keyed === undefined) return undefined;
  const { parameter, place } = found.keyed;
  const step = { name: found, place, text: `${text}(${formatKey(key)})`, key: [parameter, key] as const };
  return keyName === undefined ? step : { ...step, keyName };
}

/**
 * The route that takes a method (HEAD is taken as GET).
 * @throws KEY_REQUIRED for PATCH of a collection whose entities can be patched
 */
export function routeOf(match: RouteMatch, method: string): RouteDefinition | undefined {
  const route = match.methods.get(method === "HEAD" ? "GET" : method);
  if (route === undefined && method === "PATCH" && match.keyedPatch !== undefined) {
    throw new ServiceError("KEY_REQUIRED", {
      message: `PATCH needs a key in the address: ${match.keyedPatch.replace(/\(\{\w+\}\)$/, "({key})")}.`,
    });
  }
  return route;
}

/** Tells whether a call needs no token: its route is public, or it asks a public place for a method that it has not. */
export function isPublic(match: RouteMatch, method: string): boolean {
  // What a public place covers is found only by a caller the service knows.
  if (match.tail.length > 0) return false;
  const route = match.methods.get(method === "HEAD" ? "GET" : method);
  const asked = route === undefined ? [...match.methods.values()] : [route];
  return asked.every(({ policy }) => policy === null);
}

/** The value of the header Allow: what is taken with GET is taken with HEAD, and OPTIONS everywhere (RFC 9110, 9.3). */
export function allowOf({ methods }: Pick<RouteMatch, "methods">): string {
  const order: readonly RouteMethod[] = ["GET", "POST", "PATCH", "DELETE"];
  const taken = order.filter((method) => methods.has(method));
  return [...taken.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method])), "OPTIONS"].join(", ");
}
