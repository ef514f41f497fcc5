import { ServiceError } from "#domain/errors.ts";

import { formatKey } from "./odata/key.ts";
import { decodeSegment, type PathSegment, parseSegment, parseTemplate, splitPath } from "./path.ts";
import { requirePolicy } from "./public-routes.ts";
import type { RouteDefinition, RouteMatch } from "./route.ts";

interface RouteNode {
  /** Name as declared, with its parameter: `requests({requestKey})`. */
  readonly label: string;
  readonly methods: Map<string, RouteDefinition>;
  readonly children: Map<string, Name>;
}

/** One name under a node: its nodes without a key, and with one. */
interface Name {
  readonly name: string;
  plain?: RouteNode;
  keyed?: { readonly parameter: string; readonly node: RouteNode };
}

/** Spellings of names that are found beside the declared ones. */
export interface RouteTreeOptions {
  /** First segment that may be left out of an address: `v2`. */
  readonly defaultRoot?: string;
  /** Other spellings of a name: `{ group: "groups" }`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Namespaces that may stand in front of the name of an action or function: `/v2/requests({key})/v2.decide`. */
  readonly namespaces?: readonly string[];
}

/** Tree of routes by path; names match exactly first, then without regard to case. */
export interface RouteTree {
  /**
   * Finds the match of a path; undefined if there is none.
   * @throws ADDRESS_INVALID
   * @throws KEY_INVALID
   */
  match(path: string): RouteMatch | undefined;
}

/**
 * Builds the tree of routes with keys in parentheses; each segment of a path is below the one in front of it.
 * @throws Error for a route without a policy that is not in `publicRoutes`, and for a double or ambiguous path
 */
export function createRouteTree(routes: readonly RouteDefinition[], options: RouteTreeOptions = {}): RouteTree {
  const root: RouteNode = { label: "", methods: new Map(), children: new Map() };
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

function addRoute(root: RouteNode, route: RouteDefinition): void {
  let node = root;
  for (const { name, parameter } of parseTemplate(route.path)) {
    node = enter(node, name, parameter, route.path);
  }
  if (node.methods.has(route.method)) throw new Error(`the route ${route.method} ${route.path} is declared twice`);
  node.methods.set(route.method, route);
}

function enter(node: RouteNode, name: string, parameter: string | undefined, path: string): RouteNode {
  const found = findName(node, name, {});
  if (found !== undefined && found.name !== name)
    throw new Error(`'${found.name}' and '${name}' differ only in case (${path})`);
  const entry: Name = found ?? { name };
  node.children.set(name, entry);
  const label = `${node.label}/${name}`;
  if (parameter === undefined) {
    entry.plain ??= { label, methods: new Map(), children: new Map() };
    return entry.plain;
  }
  entry.keyed ??= { parameter, node: { label: `${label}({${parameter}})`, methods: new Map(), children: new Map() } };
  if (entry.keyed.parameter !== parameter)
    throw new Error(`'${name}' takes '${entry.keyed.parameter}', not '${parameter}' (${path})`);
  return entry.keyed.node;
}

function findName(node: RouteNode, name: string, aliases: Readonly<Record<string, string>>): Name | undefined {
  const exact = node.children.get(name);
  if (exact !== undefined) return exact;
  const folded = name.toLowerCase();
  const meant = (Object.hasOwn(aliases, folded) ? aliases[folded] : undefined)?.toLowerCase() ?? folded;
  return [...node.children.values()].find((entry) => entry.name.toLowerCase() === meant);
}

function findCalled(node: RouteNode, name: string, namespaces: readonly string[]): Name | undefined {
  const namespace = namespaces.find((known) => name.startsWith(`${known}.`));
  const found = namespace === undefined ? undefined : findName(node, name.slice(namespace.length + 1), {});
  return found !== undefined && (calls(found, "action") || calls(found, "function")) ? found : undefined;
}

function calls({ plain }: Name, kind: RouteDefinition["calls"]): boolean {
  const routes = [...(plain?.methods.values() ?? [])];
  return routes.length > 0 && routes.every((route) => route.calls === kind);
}

/** One step of a path: the node that it enters, and its key. */
interface WalkedSegment {
  readonly name: Name;
  readonly node: RouteNode;
  readonly key?: readonly [parameter: string, value: string];
  readonly keyName?: string | undefined;
  /** Text in the brackets of a function. */
  readonly brackets?: string | undefined;
}

function walk(root: RouteNode, parts: readonly string[], options: RouteTreeOptions): RouteMatch | undefined {
  const steps: WalkedSegment[] = [];
  for (const part of parts) {
    const step = stepInto(steps.at(-1)?.node ?? root, part, options);
    if (step === undefined) break;
    steps.push(step);
  }
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  if (steps.length < parts.length || last.node.methods.size === 0) return covered(steps, parts);
  const keyed = last.key === undefined ? last.name.keyed?.node : undefined;
  return new Match(steps, last.node.methods, [], keyed?.methods.has("PATCH") ? keyed.label : undefined);
}

/** Finds the deepest node of a path whose routes answer the segments behind it. */
function covered(steps: readonly WalkedSegment[], parts: readonly string[]): RouteMatch | undefined {
  for (let depth = Math.min(steps.length, parts.length - 1); depth > 0; depth -= 1) {
    const tail = parts.slice(depth);
    const methods = [...(steps[depth - 1]?.node.methods ?? [])].filter(([, route]) => route.covers?.(tail));
    if (methods.length > 0) return new Match(steps.slice(0, depth), new Map(methods), tail);
  }
  return undefined;
}

/**
 * Returns the text in the brackets of a function: its parameters, and no key. Undefined without brackets.
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

/** Match of a path. The spelling of the path is made on demand, because few callers need it. */
class Match implements RouteMatch {
  readonly keys: Record<string, string> = {};
  readonly keyNames: Record<string, string> = {};
  readonly brackets: string | undefined;
  readonly tail: readonly string[];
  readonly methods: ReadonlyMap<string, RouteDefinition>;
  readonly keyedPatch: string | undefined;
  readonly #steps: readonly WalkedSegment[];

  constructor(
    steps: readonly WalkedSegment[],
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

function stepInto(from: RouteNode, part: string, options: RouteTreeOptions): WalkedSegment | undefined {
  // A segment that is no name with a key may still be covered by a route: `$filter(…)`.
  const { name } = parseSegment(nameIn(part));
  const found = findName(from, name, options.aliases ?? {}) ?? findCalled(from, name, options.namespaces ?? []);
  if (found === undefined) return undefined;
  if (found.plain !== undefined && calls(found, "function")) {
    const brackets = bracketsOf(found, part);
    return { name: found, node: found.plain, brackets };
  }
  const { key, keyName }: PathSegment = parseSegment(part);
  if (key === undefined) return found.plain && { name: found, node: found.plain };
  if (found.keyed === undefined) return undefined;
  const { parameter, node } = found.keyed;
  return { name: found, node, key: [parameter, key], keyName };
}
