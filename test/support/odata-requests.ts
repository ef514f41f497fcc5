import { createRandom } from "#domain/random.fixture.ts";

import type { DirectCall } from "./direct-call.ts";
import * as words from "./odata-words.ts";

/** The choices of one generator. */
interface Chooser {
  chance(share: number): boolean;
  pick<T>(values: readonly T[]): T;
  below(limit: number): number;
  several(max: number, make: () => string, separator: string): string;
}

/** Returns a source of requests that are sometimes correct, mostly nearly so; the same seed gives the same requests. */
export function createRequests(seed: number, authorization: string): () => DirectCall {
  const choose = createChooser(seed);
  const { chance, pick } = choose;
  return () => {
    const method = chance(0.85) ? "GET" : pick(["POST", "PATCH", "DELETE", "HEAD", "PUT"]);
    const url = chance(0.3) ? rightAddress(choose) : anyAddress(choose);
    const hasBody = method === "POST" || method === "PATCH";
    const given = words.headers.filter(() => chance(0.08)).map(([name, values]) => [name, pick(values)] as const);
    const type = hasBody ? { "content-type": chance(0.8) ? "application/json" : pick(words.types) } : {};
    return {
      method,
      url: spoil(choose, url.replaceAll(" ", "%20")),
      headers: { authorization, ...Object.fromEntries(given), ...type },
      body: hasBody ? pick(chance(0.5) ? words.bodies : words.moreBodies) : undefined,
    };
  };
}

function createChooser(seed: number): Chooser {
  const { below, pick } = createRandom(seed);
  return {
    below,
    pick,
    chance: (share) => below(1000) < share * 1000,
    several: (max, make, separator) => Array.from({ length: 1 + below(max) }, make).join(separator),
  };
}

/** Returns an address with a correct filter, beside options that mostly are. */
function rightAddress({ pick, chance, below }: Chooser): string {
  const set = pick(Object.keys(words.conditions));
  const condition = () =>
    pick(words.conditions[set] ?? [])
      .replaceAll("TEXT", () => pick(["'a'", "''", "'%25_'", "'It''s'", "'%F0%9F%92%A9'", "'T1'"]))
      .replaceAll("INT", () => pick(["0", "1", "-1", "2030", "2147483648"]))
      .replaceAll("MOMENT", () => pick(["2030-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "now()"]));
  const filter = chance(0.5) ? condition() : `${condition()} ${pick(["and", "or"])} not (${condition()})`;
  const others = [
    "$count=true",
    "$orderby=lastUpdatedNode desc",
    `$top=${below(4)}`,
    "$skip=1",
    "$search=a",
    "$expand=*",
  ];
  return [`/v2/${set}?$filter=${filter}`, ...others.filter(() => chance(0.2))].join("&");
}

function anyAddress(choose: Chooser): string {
  const { chance, several } = choose;
  return path(choose) + (chance(0.8) ? `?${several(3, () => option(choose, 2), "&")}` : "");
}

function path({ chance, pick }: Chooser): string {
  if (chance(0.03))
    return pick(["/v2", "/v2/$metadata", "/v2/$batch", "/v2/$all", "/v2/$crossjoin(users)", "//", "/v2/%"]);
  const key = (share: number) => (chance(share) ? `(${pick(words.keys)})` : "");
  const parts = [pick(words.sets) + key(0.4)];
  while (chance(0.35)) {
    parts.push(chance(0.3) ? pick(words.segments) : pick([...words.navigations, ...words.names]) + key(0.2));
  }
  return `/v2/${parts.join("/")}`;
}

function option(choose: Chooser, depth: number): string {
  const name = choose.pick(choose.chance(0.05) ? words.rare : words.options);
  return `${choose.chance(0.1) ? name.replace("$", "").toUpperCase() : name}=${optionValue(choose, name, depth)}`;
}

function optionValue(choose: Chooser, name: string, depth: number): string {
  const { chance, pick, several } = choose;
  switch (name) {
    case "$filter":
      return expression(choose, 3);
    case "$orderby":
      return several(3, () => orderClause(choose), ",");
    case "$select":
      return several(3, () => pick(chance(0.1) ? ["*", "v2.*"] : words.names), ",");
    case "$expand":
      return several(2, () => expand(choose, depth), ",");
    case "$compute":
      return `${expression(choose, 2)} as ${pick(["c", "id", "1"])}`;
    case "$search":
      return several(3, () => pick(["ada", '"a b"', "NOT", "AND", "OR", "(", "%25", "ä"]), " ");
    case "$format":
      return pick(["json", "xml", "application/json;odata.metadata=full", "atom", ""]);
    case "$count":
      return pick(["true", "false", "1"]);
    default:
      return pick(["0", "1", "5", "-1", "1001", "x", "", "99999999999"]);
  }
}

function orderClause(choose: Chooser): string {
  const { chance, pick } = choose;
  return (chance(0.8) ? pick(words.names) : expression(choose, 1)) + pick(["", " asc", " desc", " x"]);
}

function expand(choose: Chooser, depth: number): string {
  const { chance, pick, several } = choose;
  const name = pick(chance(0.1) ? ["*", "x"] : words.navigations) + (chance(0.1) ? pick(["/$count", "/$ref"]) : "");
  return depth <= 0 || chance(0.5) ? name : `${name}(${several(2, () => option(choose, depth - 1), ";")})`;
}

function expression(choose: Chooser, depth: number): string {
  const { chance, pick, several } = choose;
  const inner = () => expression(choose, depth - 1);
  if (depth <= 0 || chance(0.25)) return chance(0.5) ? member(choose) : pick(words.literals);
  if (chance(0.15)) return `(${inner()})`;
  if (chance(0.1)) return `not ${inner()}`;
  if (chance(0.05)) return `-${inner()}`;
  if (chance(0.3)) return `${pick(words.functions)}(${several(3, inner, ",")})`;
  if (chance(0.1)) return `${member(choose)} in (${several(3, () => pick(words.literals), ",")})`;
  return `${inner()} ${pick(words.operators)} ${inner()}`;
}

function member(choose: Chooser): string {
  const { chance, pick, several } = choose;
  const names = several(2, () => pick(chance(0.3) ? words.navigations : words.names), "/");
  if (chance(0.05)) return `${names}/$count`;
  return chance(0.15)
    ? `${names}/${pick(["any", "all"])}(${chance(0.3) ? "" : `x:x/${expression(choose, 2)}`})`
    : names;
}

function spoil({ chance, below, pick }: Chooser, text: string): string {
  if (!chance(0.05)) return text;
  const at = below(text.length);
  return text.slice(0, at) + pick(["'", "(", ")", "%", "&", "%00", "$", "/", ";", "%2"]) + text.slice(at + 1);
}
