import { ServiceError } from "#domain/errors.ts";

import { formatKey } from "./odata/key.ts";
import { decodeSegment, type PathSegment, parseSegment, parseTemplate, splitPath } from "./path.ts";
import { requirePolicy } from "./public-routes.ts";
import type { RouteDefinition, RouteMatch } from "./route.ts";

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

/** How names are found that are not spelled as declared. */
export interface RouteTreeOptions {
  /** First segment that may be left out of an address: `v2`. */
  readonly defaultRoot?: string;
  /** Other spellings of a name: `{ group: "groups" }`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Namespaces that may stand in front of the name of an action or function: `/v2/requests({key})/v2.decide`. */
  readonly namespaces?: readonly string[];
}

/** Finds routes by path; names match exactly first, then without regard to case. */
export interface RouteTree {
  /**
   * What the path leads to; undefined when nothing is there.
   * @throws ADDRESS_INVALID
   * @throws KEY_INVALID
   */
  match(path: string): RouteMatch | undefined;
}

/**
 * Puts routes with keys in parentheses together, each segment of their paths below the one in front of it.
 * @throws Error for a route without a policy that is not in `publicRoutes`, and for a double or ambiguous path
 */
export function createRouteTree(routes: readonly RouteDefinition[], options: RouteTreeOptions = {}): RouteTree {
  const root: Place = { label: "", methods: new Map(), children: new Map() };
  for (const route of routes) {
    requirePolicy(route);
    addRoute(root, route);
  }
  const withRoot = (parts: readonly string[]): readonly string[] => {
    const spelled = findName(root, parseSegment(parts[0] ?? "").name, {}) !== undefined;
    return spelled || options.defaultRoot === undefined ? parts : [options.defaultRoot, ...parts];
  };
  return { match: (path) => walk(root, withRoot(splitPath(path)), options) };
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

/** One step of a path: what it enters, and the key it carries. */
interface Step {
  readonly name: Name;
  readonly place: Place;
  readonly key?: readonly [parameter: string, value: string];
  readonly keyName?: string | undefined;
  /** What stands in the brackets of a function. */
  readonly brackets?: string | undefined;
}

function walk(root: Place, parts: readonly string[], options: RouteTreeOptions): RouteMatch | undefined {
  const steps: Step[] = [];
  for (const part of parts) {
    const step = stepInto(steps.at(-1)?.place ?? root, part, options);
    if (step === undefined) break;
    steps.push(step);
  }
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  if (steps.length < parts.length || last.place.methods.size === 0) return covered(steps, parts);
  const keyed = last.key === undefined ? last.name.keyed?.place : undefined;
  return new Match(steps, last.place.methods, [], keyed?.methods.has("PATCH") ? keyed.label : undefined);
}

/** The deepest place on the way whose routes answer the segments behind it. */
function covered(steps: readonly Step[], parts: readonly string[]): RouteMatch | undefined {
  for (let depth = Math.min(steps.length, parts.length - 1); depth > 0; depth -= 1) {
    const tail = parts.slice(depth);
    const methods = [...(steps[depth - 1]?.place.methods ?? [])].filter(([, route]) => route.covers?.(tail));
    if (methods.length > 0) return new Match(steps.slice(0, depth), new Map(methods), tail);
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

/** What was found; few ask how its path is spelled. */
class Match implements RouteMatch {
  readonly keys: Record<string, string> = {};
  readonly keyNames: Record<string, string> = {};
  readonly brackets: string | undefined;
  readonly tail: readonly string[];
  readonly methods: ReadonlyMap<string, RouteDefinition>;
  readonly keyedPatch: string | undefined;
  readonly #steps: readonly Step[];

  constructor(
    steps: readonly Step[],
    methods: ReadonlyMap<string, RouteDefinition>,
    tail: readonly string[],
    keyedPatch?: string,
  ) {
    this.#steps = steps;
    this.methods = methods;
    this.tail = tail;
    this.keyedPatch = keyedPatch;
    this.brackets = steps.at(-1)?.brackets;
    for (const { key, keyName } of steps) {
      if (key === undefined) continue;
      this.keys[key[0]] = key[1];
      if (keyName !== undefined) this.keyNames[key[0]] = keyName;
    }
  }

  get path(): string {
    return this.#steps
      .map(({ name, key }) => `/${name.name}${key === undefined ? "" : `(${formatKey(key[1])})`}`)
      .join("");
  }
}

function stepInto(from: Place, part: string, options: RouteTreeOptions): Step | undefined {
  // What cannot be read as a name with a key may still be covered by a route: `$filter(…)`.
  const { name } = parseSegment(nameIn(part));
  const found = findName(from, name, options.aliases ?? {}) ?? findCalled(from, name, options.namespaces ?? []);
  if (found === undefined) return undefined;
  if (found.plain !== undefined && calls(found, "function")) {
    const brackets = bracketsOf(found, part);
    return { name: found, place: found.plain, brackets };
  }
  const { key, keyName }: PathSegment = parseSegment(part);
  if (key === undefined) return found.plain && { name: found, place: found.plain };
  if (found.keyed === undefined) return undefined;
  const { parameter, place } = found.keyed;
  return { name: found, place, key: [parameter, key], keyName };
}
