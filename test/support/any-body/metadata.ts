/** A piece of CSDL in JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- a client reads any part of the document
export type Csdl = any;

const core = "@Org.OData.Core.V1";
const capabilities = "@Org.OData.Capabilities.V1";

/** A property, a parameter or a navigation of a type. */
export interface Member {
  readonly name: string;
  readonly csdl: Csdl;
}

/** A call that takes a body, as the document describes it. */
export interface BodyOperation {
  readonly name: string;
  readonly method: "POST" | "PATCH";
  readonly kind: "insert" | "update" | "action";
  /** Set whose entities stand before it, and the navigation from them to what is created or changed. */
  readonly set: string;
  readonly navigation: string | null;
  /** True if the address ends with the key of one entity, before the name of an action. */
  readonly ofOne: boolean;
  readonly action: string | null;
  /** Type of the entity that the body describes; null for an action, which has `parameters`. */
  readonly type: string | null;
  readonly parameters: readonly Member[];
  readonly restrictions: Csdl;
}

/** The service as a client knows it from its `$metadata` alone. */
export class Metadata {
  readonly namespace: string;
  readonly schema: Csdl;
  readonly container: Csdl;

  constructor(document: Csdl) {
    const [namespace, name] = String(document.$EntityContainer).split(/\.(?=[^.]+$)/);
    this.namespace = namespace ?? "";
    this.schema = document[this.namespace];
    this.container = this.schema[name ?? ""];
  }

  /** Returns a type by its full name; undefined for a primitive one. */
  type(name: string): Csdl {
    return name.startsWith(`${this.namespace}.`) ? this.schema[name.slice(this.namespace.length + 1)] : undefined;
  }

  /** Returns the members of a type with those of its base types. */
  members(name: string): readonly Member[] {
    const { $BaseType: base, ...csdl } = this.type(name);
    const own = Object.entries(csdl).filter(([member]) => !/^[$@]/.test(member));
    return [...(base ? this.members(base) : []), ...own.map(([member, part]) => ({ name: member, csdl: part }))];
  }

  properties(name: string): readonly Member[] {
    return this.members(name).filter(({ csdl }) => csdl.$Kind !== "NavigationProperty");
  }

  navigations(name: string): readonly Member[] {
    return this.members(name).filter(({ csdl }) => csdl.$Kind === "NavigationProperty");
  }

  /** Returns the types that values of a type can have. */
  concrete(name: string): readonly string[] {
    const derived = Object.keys(this.schema)
      .map((other) => `${this.namespace}.${other}`)
      .filter((other) => this.type(other)?.$BaseType === name);
    const own = this.type(name).$Abstract ? [] : [name];
    return [...own, ...derived.flatMap((other) => this.concrete(other))];
  }

  key(name: string): string {
    const { $Key: key, $BaseType: base } = this.type(name);
    return key === undefined ? this.key(base) : key[0];
  }

  sets(): readonly Member[] {
    return Object.entries(this.container)
      .filter(([name]) => !/^[$@]/.test(name))
      .map(([name, csdl]) => ({ name, csdl }));
  }

  /** Returns the navigations of a set that lead to contained entities, with their restrictions. */
  contained(set: Member): readonly { readonly name: string; readonly type: string; readonly restrictions: Csdl }[] {
    const restricted: Csdl[] = set.csdl[`${capabilities}.NavigationRestrictions`]?.RestrictedProperties ?? [];
    return this.navigations(set.csdl.$Type)
      .filter(({ csdl }) => csdl.$ContainsTarget && csdl.$Collection)
      .map(({ name, csdl }) => ({
        name,
        type: csdl.$Type,
        restrictions: restricted.find(({ NavigationProperty }) => NavigationProperty === name) ?? {},
      }));
  }

  /** Returns every call that takes a body. */
  operations(): readonly BodyOperation[] {
    return this.sets().flatMap((set) => [
      ...this.#writes(set, { navigation: null, type: set.csdl.$Type, restrictions: shortNames(set.csdl) }),
      ...this.contained(set).flatMap(({ name, ...way }) => this.#writes(set, { navigation: name, ...way })),
      ...this.#actions(set),
    ]);
  }

  #writes(
    { name: set }: Member,
    { navigation, type, restrictions }: { navigation: string | null; type: string; restrictions: Csdl },
  ): readonly BodyOperation[] {
    const insert = restrictions.InsertRestrictions;
    const update = restrictions.UpdateRestrictions;
    const at = [set, ...(navigation === null ? [] : [navigation])].join("/");
    const common = { set, navigation, type, action: null, parameters: [] };
    return [
      ...(insert?.Insertable
        ? [
            {
              ...common,
              name: `POST ${at}`,
              method: "POST",
              kind: "insert",
              ofOne: false,
              restrictions: insert,
            } as const,
          ]
        : []),
      ...(update?.Updatable
        ? [
            {
              ...common,
              name: `PATCH ${at}`,
              method: "PATCH",
              kind: "update",
              ofOne: true,
              restrictions: update,
            } as const,
          ]
        : []),
    ];
  }

  #actions({ name: set, csdl }: Member): readonly BodyOperation[] {
    return Object.entries<Csdl>(this.schema).flatMap(([action, overloads]) =>
      (Array.isArray(overloads) ? overloads : [])
        .filter(({ $Kind, $Parameter: [bound] }: Csdl) => $Kind === "Action" && bound.$Type === csdl.$Type)
        .map((overload: Csdl): BodyOperation => {
          const [bound, ...rest] = overload.$Parameter;
          const parameters = rest.map((parameter: Csdl) => ({ name: parameter.$Name, csdl: parameter }));
          return {
            name: `POST ${set}/${action}`,
            method: "POST",
            kind: "action",
            set,
            navigation: null,
            action,
            ofOne: !bound.$Collection,
            type: null,
            parameters,
            restrictions: overload,
          };
        }),
    );
  }
}

/** Returns the LongDescription of a part of the document: rules that no other annotation can express. */
export function longDescription(csdl: Csdl): string {
  return String(csdl?.[`${core}.LongDescription`] ?? csdl?.LongDescription ?? "");
}

/** Returns true if only the service writes the property. */
export function isComputed({ csdl }: Member): boolean {
  return csdl[`${core}.Computed`] === true;
}

function shortNames(csdl: Csdl): Csdl {
  return Object.fromEntries(Object.entries(csdl).map(([term, value]) => [term.replace(`${capabilities}.`, ""), value]));
}
