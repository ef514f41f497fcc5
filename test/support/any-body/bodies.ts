import type { Random } from "#domain/random.fixture.ts";

import { type BodyOperation, type Csdl, isComputed, type Member, type Metadata } from "./metadata.ts";
import { anyText, fitsFacets, primitive } from "./values.ts";

type Body = Record<string, unknown>;

/** Data that the service shows: values by the names of their properties, and addresses of entities by their sets. */
export interface Observed {
  readonly values: ReadonlyMap<string, readonly unknown[]>;
  readonly addresses: ReadonlyMap<string, readonly string[]>;
}

/** Purpose of a body, with the restrictions of the document and the key property of its type. */
interface At {
  readonly kind: BodyOperation["kind"];
  readonly restrictions: Csdl;
  readonly key: string;
}

/** Generator of bodies that a document allows, from nothing but the document and what the service shows. */
export class Bodies {
  readonly #metadata: Metadata;
  readonly #random: Random;
  readonly #observed: Observed;
  /** Percentage of the optional properties that the current body has. */
  #fullness = 50;
  /** Type of the current entity. */
  #owner = "";
  /** Keys that earlier calls returned at the address of the current body. */
  #told: readonly string[] = [];

  constructor(metadata: Metadata, random: Random, observed: Observed) {
    this.#metadata = metadata;
    this.#random = random;
    this.#observed = observed;
  }

  /** Returns a body of a call; `told` are keys that earlier calls returned at the same address. */
  of(operation: BodyOperation, told: readonly string[] = []): Body {
    this.#told = told;
    this.#fullness = this.#random.pick([5, 25, 60]);
    return operation.type === null ? this.#parameters(operation) : this.#entity(operation.type, operation);
  }

  #happens(percent: number): boolean {
    return this.#random.below(100) < percent;
  }

  #parameters({ parameters }: BodyOperation): Body {
    const body: Body = {};
    for (const { name, csdl } of parameters) {
      const isOptional = csdl.$Nullable || csdl["@Org.OData.Core.V1.OptionalParameter"] !== undefined;
      if (isOptional && this.#happens(50)) continue;
      body[name] = this.#value(name, csdl);
    }
    return body;
  }

  #entity(declared: string, { kind, set, restrictions }: BodyOperation): Body {
    const type = this.#random.pick(this.#metadata.concrete(declared));
    const body: Body = {};
    if (type !== declared || this.#happens(20)) body["@odata.type"] = `#${type}`;
    this.#owner = type;
    const at = { kind, restrictions, key: this.#metadata.key(type) };
    const bound = this.#references(body, type, { set, ...at });
    for (const member of this.#metadata.properties(type)) {
      if (bound.has(member.name) || !this.#happens(this.#chance(member, at))) continue;
      // A new entity seldom gets the key of another one.
      const isNew = kind === "insert" && member.name === at.key && this.#happens(90);
      if (isNew) body[member.name] = primitive(this.#random, member.csdl.$Type ?? "Edm.String", member.csdl);
      else this.#put(body, member.name, member.csdl);
    }
    if (kind === "insert") this.#sendAlong(body, type, restrictions);
    return body;
  }

  /** Returns the percentage of bodies that have a property: 10 if it is fixed or computed, 0 if the document excludes it. */
  #chance(member: Member, at: At): number {
    const { name } = member;
    const { kind, restrictions } = at;
    if (kind === "insert" && (restrictions.RequiredProperties ?? []).includes(name)) return 100;
    if (isComputed(member) || this.#isFixed(member, at)) return 10;
    const excluded = [...(restrictions.NonInsertableProperties ?? []), ...(restrictions.NonUpdatableProperties ?? [])];
    if (excluded.includes(name)) return 0;
    return kind === "insert" ? this.#fullness : this.#fullness / 2;
  }

  #references(body: Body, type: string, { set, ...at }: At & { readonly set: string }): ReadonlySet<string> {
    const bound = new Set<string>();
    const properties = this.#metadata.properties(type);
    const bindings = this.#metadata.container[set]?.$NavigationPropertyBinding ?? {};
    for (const { name, csdl } of this.#metadata.navigations(type)) {
      const [dependent] = Object.keys(csdl.$ReferentialConstraint ?? {});
      const property = properties.find((one) => one.name === dependent);
      const addresses = this.#observed.addresses.get(bindings[name]) ?? [];
      const isIgnored = property === undefined || isComputed(property) || this.#isFixed(property, at);
      if (isIgnored || addresses.length === 0 || this.#chance(property, at) === 0 || !this.#happens(20)) continue;
      body[`${name}@odata.bind`] = this.#random.pick(addresses);
      bound.add(property.name);
    }
    return bound;
  }

  #isFixed({ name, csdl }: Member, { kind, key }: At): boolean {
    return kind === "update" && (name === key || csdl["@Org.OData.Core.V1.Immutable"] === true);
  }

  #sendAlong(body: Body, type: string, restrictions: Csdl): void {
    for (const { name, csdl } of this.#metadata.navigations(type)) {
      const excluded = (restrictions.NonInsertableNavigationProperties ?? []).includes(name);
      if (excluded || !csdl.$ContainsTarget || !csdl.$Collection) continue;
      if (this.#least(csdl) === 0 && this.#happens(50)) continue;
      body[name] = this.#list(csdl, () =>
        this.#entity(csdl.$Type, {
          kind: "insert",
          set: name,
          restrictions: this.#strict(csdl.$Type),
        } as BodyOperation),
      );
    }
  }

  /**
   * Returns restrictions for an entity inside another one, for which the document has none. A property is required unless it is computed,
   * nullable, a collection or has a default.
   */
  #strict(type: string): Csdl {
    const needed = this.#metadata
      .properties(type)
      .filter((member) => !isComputed(member) && this.#isNeeded(member.csdl));
    return { RequiredProperties: needed.map(({ name }) => name) };
  }

  #isNeeded(csdl: Csdl): boolean {
    return !csdl.$Nullable && !csdl.$Collection && csdl.$DefaultValue === undefined;
  }

  #put(body: Body, name: string, csdl: Csdl): void {
    if (this.#happens(10)) {
      const type = String(csdl.$Type).replace(/^Edm\./, "");
      if (type !== "PrimitiveType") body[`${name}@odata.type`] = csdl.$Collection ? `#Collection(${type})` : `#${type}`;
    }
    body[name] = this.#value(name, csdl);
  }

  #value(name: string, csdl: Csdl): unknown {
    if (csdl.$Collection) return this.#list(csdl, () => this.#single(name, csdl));
    return csdl.$Nullable && this.#happens(15) ? null : this.#single(name, csdl);
  }

  #least(csdl: Csdl): number {
    return Number(csdl["@Org.OData.Validation.V1.MinItems"] ?? 0);
  }

  #list(csdl: Csdl, make: () => unknown): unknown[] {
    const least = this.#least(csdl);
    const most = Math.min(Number(csdl["@Org.OData.Validation.V1.MaxItems"] ?? 3), least + 3);
    return Array.from({ length: least + this.#random.below(most - least + 1) }, make);
  }

  #single(name: string, csdl: Csdl): unknown {
    const type = String(csdl.$Type ?? "Edm.String");
    if (this.#metadata.type(type) !== undefined) return this.#complex(type);
    const own = this.#observed.values.get(`${this.#owner}/${name}`);
    const nearby = type === "Edm.Guid" ? this.#told : [];
    const elsewhere = this.#observed.values.get(`${name} ${type}`) ?? nearby;
    const seen = (own !== undefined && this.#happens(80) ? own : elsewhere).filter((value) => fitsFacets(value, csdl));
    return seen.length > 0 && this.#happens(75) ? this.#random.pick(seen) : primitive(this.#random, type, csdl);
  }

  #complex(declared: string): Body {
    const type = this.#random.pick(this.#metadata.concrete(declared));
    const value: Body = {};
    if (type !== declared || this.#happens(15)) value["@odata.type"] = `#${type}`;
    for (const { name, csdl } of this.#metadata.properties(type)) {
      if (this.#isNeeded(csdl) || this.#happens(60)) value[name] = this.#value(name, csdl);
    }
    const csdl = this.#metadata.type(type);
    if (csdl.$OpenType) this.#addDynamic(value, csdl);
    return value;
  }

  #addDynamic(value: Body, csdl: Csdl): void {
    const types: readonly string[] = csdl["@Org.OData.Validation.V1.OpenPropertyTypeConstraint"] ?? [
      "Edm.String",
      "Edm.Boolean",
      "Edm.Double",
      "Collection(Edm.String)",
    ];
    for (let count = this.#random.below(4); count > 0; count -= 1) {
      const first = this.#random.pick([..."abcxyzABC_"]);
      const name = first + anyText(this.#random, this.#random.below(12)).replaceAll(/[^A-Za-z0-9_]/g, "");
      const type = this.#random.pick(types);
      const inner = /^Collection\((.*)\)$/.exec(type)?.[1];
      const one = () => primitive(this.#random, inner ?? type, { $MaxLength: 200 });
      value[name] = inner === undefined ? one() : Array.from({ length: 1 + this.#random.below(3) }, one);
    }
  }
}
