import type { Expression, ValueType } from "#domain/query/bound-query.ts";
import type { Random } from "#domain/random.fixture.ts";

import { arithmetic, call, column, combined, compare, isIn, not, over, value } from "./expressions.ts";
import { oddTexts } from "./query-world.ts";

type Columns = readonly (readonly [name: string, type: ValueType])[];

const columnsOf: Readonly<Record<string, Columns>> = {
  users: [
    ["key", "guid"],
    ["id", "string"],
    ["displayName", "string"],
    ["managerKey", "guid"],
    ["failures", "integer"],
    ["tokenVersion", "integer"],
    ["locked", "boolean"],
    ["superuser", "boolean"],
    ["lockedAt", "moment"],
  ],
  accounts: [
    ["key", "guid"],
    ["shortId", "string"],
    ["userKey", "guid"],
    ["version", "integer"],
    ["enabled", "boolean"],
    ["lastPasswordChange", "moment"],
  ],
  groups: [
    ["displayId", "string"],
    ["version", "integer"],
    ["managed", "boolean"],
  ],
  targetSystems: [
    ["description", "string"],
    ["version", "integer"],
    ["enabled", "boolean"],
  ],
};

const one: Readonly<Record<string, readonly (readonly [relation: string, source: string])[]>> = {
  users: [["manager", "users"]],
  accounts: [
    ["user", "users"],
    ["targetSystem", "targetSystems"],
  ],
  groups: [["targetSystem", "targetSystems"]],
};

const many: Readonly<Record<string, readonly (readonly [relation: string, source: string])[]>> = {
  users: [
    ["accounts", "accounts"],
    ["reports", "users"],
  ],
  accounts: [["groups", "groups"]],
  groups: [["members", "accounts"]],
  targetSystems: [["accounts", "accounts"]],
};

const types = ["string", "string", "integer", "boolean", "moment", "date", "timeOfDay", "guid"] as const;
const oddNumbers = [0.5, -2.5, 1e-9, -1e300, 2 ** 53, -0, 1.7976931348623157e308];
const momentMs = [0, -1, 86_400_000, 1_709_209_845_678, 253_402_300_799_999];

/** Generator of random conditions over the rows of a source, the same ones for the same seed. */
export class RandomExpressions {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns a condition over the innermost of the sources in scope. */
  condition(scopes: readonly string[], depth: number): Expression {
    const { pick, below } = this.#random;
    if (depth === 0) return this.#comparison(scopes, 1);
    switch (pick(["compare", "compare", "and", "or", "not", "in", "search", "lambda", "flag", "number"] as const)) {
      case "and":
      case "or":
        return combined(
          pick(["and", "or"]),
          ...Array.from({ length: below(4) }, () => this.condition(scopes, depth - 1)),
        );
      case "not":
        return not(this.condition(scopes, depth - 1));
      case "in": {
        const type = pick(types);
        const listed = Array.from({ length: below(4) }, () => this.#listed(type, scopes));
        return isIn(this.#value(type, scopes, depth), ...listed);
      }
      case "search": {
        const [text, part] = [this.#value("string", scopes, depth), this.#value("string", scopes, 0)];
        return call(pick(["contains", "startswith", "endswith"]), text, part);
      }
      case "lambda":
        return this.#over(pick(["any", "all"]), scopes, depth) ?? this.#comparison(scopes, depth);
      case "flag":
        return this.#value("boolean", scopes, depth);
      case "number": {
        const counted = this.#over("count", scopes, depth) ?? value(1);
        return compare(pick(["eq", "gt", "le"]), counted, value(below(4)));
      }
      default:
        return this.#comparison(scopes, depth);
    }
  }

  #comparison(scopes: readonly string[], depth: number): Expression {
    const { pick, below } = this.#random;
    const type = pick(types);
    const operator = pick(["eq", "ne", "lt", "le", "gt", "ge"] as const);
    const sides = [this.#value(type, scopes, depth), this.#listed(type, scopes, depth - 1)] as const;
    return below(4) === 0 ? compare(operator, sides[1], sides[0]) : compare(operator, ...sides);
  }

  /** Returns a value to compare with; a number may be one that no column holds. */
  #listed(type: ValueType, scopes: readonly string[], depth = 0): Expression {
    const { pick, below } = this.#random;
    return type === "integer" && below(6) === 0 ? value(pick(oddNumbers)) : this.#value(type, scopes, depth);
  }

  #over(kind: "any" | "all" | "count", scopes: readonly string[], depth: number): Expression | null {
    const scope = this.#random.below(scopes.length);
    const choices = many[scopes[scope] ?? ""];
    if (choices === undefined || scopes.length > 2) return null;
    const [relation, source] = this.#random.pick(choices);
    const where = this.#random.below(5) === 0 ? null : this.condition([...scopes, source], depth - 1);
    return over(kind, relation, where, { scope });
  }

  #value(type: ValueType, scopes: readonly string[], depth: number): Expression {
    const { below } = this.#random;
    if (below(12) === 0) return value(null);
    if (depth > 0 && below(3) === 0) return this.#called(type, scopes, depth - 1);
    return below(3) === 0 ? this.#literal(type) : this.#column(type, scopes);
  }

  #literal(type: ValueType): Expression {
    const { pick, below } = this.#random;
    if (type === "integer") return value(below(9) - 4);
    if (type === "boolean") return value(below(2) === 0);
    if (type === "moment") return { kind: "literal", type, value: pick(momentMs) };
    if (type === "date") return value(pick(["1970-01-01", "2024-02-29", "9999-12-31"]), type);
    if (type === "timeOfDay") return value(pick(["00:00:00.000", "12:30:45.678", "23:59:59.999"]), type);
    if (type === "guid") return value(pick(["u000", "u003", "U003", "u003 ", "a0051", ""]), type);
    return value(pick(oddTexts));
  }

  #column(type: ValueType, scopes: readonly string[]): Expression {
    const { pick, below } = this.#random;
    if (type === "date") return call("date", this.#column("moment", scopes));
    if (type === "timeOfDay") return call("time", this.#column("moment", scopes));
    const scope = below(scopes.length);
    let source = scopes[scope] ?? "";
    const via: string[] = [];
    for (let steps = below(3); steps > 0 && one[source] !== undefined; steps--) {
      const [relation, target] = pick(one[source] ?? []);
      via.push(relation);
      source = target;
    }
    const fitting = (columnsOf[source] ?? []).filter((item) => item[1] === type);
    return fitting.length === 0 ? this.#literal(type) : column(pick(fitting)[0], type, via, scope);
  }

  #called(type: ValueType, scopes: readonly string[], depth: number): Expression {
    const { pick } = this.#random;
    const text = () => this.#value("string", scopes, depth);
    const number = () => this.#value("integer", scopes, depth);
    if (type === "boolean") return this.condition(scopes, depth);
    if (type === "integer") {
      const moment = () => this.#value("moment", scopes, depth);
      return pick<() => Expression>([
        () => call("length", text()),
        () => call("indexof", text(), text()),
        () => call(pick(["year", "month", "day", "hour", "minute", "second"]), moment()),
        () => arithmetic(pick(["add", "sub", "mul", "div", "mod"]), number(), number()),
        () => call(pick(["round", "floor", "ceiling"]), arithmetic("divby", number(), number(), "decimal")),
        () => ({ kind: "negate", type: "integer", of: number() }),
      ])();
    }
    if (type !== "string") return this.#column(type, scopes);
    return pick<() => Expression>([
      () => call(pick(["tolower", "toupper", "trim"]), text()),
      () => call("concat", text(), text()),
      () => call("substring", text(), number()),
      () => call("substring", text(), number(), number()),
    ])();
  }
}
