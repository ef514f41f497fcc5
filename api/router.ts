import { ServiceError } from "#domain/errors.ts";

import { formatKey } from "./odata/key.ts";
import { type PathSegment, parsePath, parseTemplate } from "./path.ts";
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
  const withRoot = (segments: readonly PathSegment[]): readonly PathSegment[] => {
    const first = segments[0];
    const spelled = first !== undefined && findName(root, first.name, {}) !== undefined;
    return spelled || options.defaultRoot === undefined ? segments : [{ name: options.defaultRoot }, ...segments];
  };
  return {
    routes,
    match: (path) => walk(root, withRoot(parsePath(path)), options.aliases ?? {}),
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

/** One step of a path: what it enters, how it is spelled as declared, and the key it carries. */
interface Step {
  readonly name: Name;
  readonly place: Place;
  readonly text: string;
  readonly key?: readonly [parameter: string, value: string];
}

function walk(
  root: Place,
  segments: readonly PathSegment[],
  aliases: Readonly<Record<string, string>>,
): RouteMatch | undefined {
  const steps: Step[] = [];
  for (const segment of segments) {
    const step = stepInto(steps.at(-1)?.place ?? root, segment, aliases);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  const last = steps.at(-1);
  if (last === undefined || last.place.methods.size === 0) return undefined;
  const keyed = last.key === undefined ? last.name.keyed?.place : undefined;
  return {
    path: steps.map(({ text }) => text).join(""),
    keys: Object.fromEntries(steps.flatMap(({ key }) => (key === undefined ? [] : [key]))),
    methods: last.place.methods,
    ...(keyed?.methods.has("PATCH") ? { keyedPatch: keyed.label } : {}),
  };
}

function stepInto(
  from: Place,
  { name, key }: PathSegment,
  aliases: Readonly<Record<string, string>>,
): Step | undefined {
  const found = findName(from, name, aliases);
  if (found === undefined) return undefined;
  const text = `/${found.name}`;
  if (key === undefined) return found.plain && { name: found, place: found.plain, text };
  if (found.keyed === undefined) return undefined;
  const { parameter, place } = found.keyed;
  return { name: found, place, text: `${text}(${formatKey(key)})`, key: [parameter, key] };
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
  const route = match.methods.get(method === "HEAD" ? "GET" : method);
  const asked = route === undefined ? [...match.methods.values()] : [route];
  return asked.every(({ policy }) => policy === null);
}

/** The value of the header Allow. */
export function allowOf(match: RouteMatch): string {
  const order: readonly RouteMethod[] = ["GET", "POST", "PATCH", "DELETE"];
  return order.filter((method) => match.methods.has(method)).join(", ");
}
