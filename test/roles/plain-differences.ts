import type { Difference, PersonDifferences } from "#domain/roles/differences.ts";
import { inOrder } from "#domain/roles/differences.ts";
import type { Row } from "#store/tables.ts";

/** Rows of a world, as the database has them. */
export interface RoleWorld {
  readonly users: readonly Row<"users">[];
  readonly userAttributes: readonly Row<"userAttributes">[];
  readonly roles: readonly Row<"roles">[];
  readonly roleVersions: readonly Row<"roleVersions">[];
  readonly roleEntitlements: readonly Row<"roleEntitlements">[];
  readonly roleMembers: readonly Row<"roleMembers">[];
  readonly roleAssignments: readonly Row<"roleAssignments">[];
  readonly accessExceptions: readonly Row<"accessExceptions">[];
  readonly grants: readonly Row<"grants">[];
  readonly reqbatch: readonly Row<"reqbatch">[];
  readonly requestOperations: readonly Row<"requestOperations">[];
  readonly targetSystems: readonly Row<"targetSystems">[];
  readonly targetSystemOptions: readonly Row<"targetSystemOptions">[];
}

type User = Row<"users">;
type Operation = Row<"requestOperations"> & { readonly request: Row<"reqbatch"> };

/** Plain computation of the differences of a world, person by person: slow, and simple on purpose. */
export class PlainDifferences {
  readonly #world: RoleWorld;
  readonly #nowMs: number;

  constructor(world: RoleWorld, nowMs: number) {
    this.#world = world;
    this.#nowMs = nowMs;
  }

  /** Returns the differences between people and roles. */
  ofMembers(): readonly PersonDifferences[] {
    return this.#people((user) => this.#world.roles.flatMap((role) => this.#memberDifferences(user, role)));
  }

  /** Returns the differences between roles and access. */
  ofAccess(): readonly PersonDifferences[] {
    return this.#people((user) => {
      if (!this.#isPresent(user)) return [];
      const mandatory = this.#mandatory(user);
      if (!this.#isEnforced(user)) return mandatory;
      const asked = new Set(mandatory.map(({ thing }) => thing?.targetSystemKey));
      const deficits = this.#deficits(user).filter(
        ({ thing, resolution }) =>
          resolution === "add" || thing?.access !== "account" || !asked.has(thing.targetSystemKey),
      );
      const added = new Set(
        deficits.flatMap(({ thing }) => (thing?.access === "account" ? [thing.targetSystemKey] : [])),
      );
      const left = mandatory.filter(({ thing }) => !added.has(thing?.targetSystemKey ?? ""));
      return [...left, ...deficits, ...this.#surpluses(user)];
    });
  }

  #people(of: (user: User) => readonly Difference[]): readonly PersonDifferences[] {
    return this.#world.users
      .map((user) => ({ userKey: user.key, differences: of(user).toSorted(inOrder) }))
      .filter(({ differences }) => differences.length > 0)
      .toSorted((one, other) => (one.userKey < other.userKey ? -1 : 1));
  }

  #lasts({ until }: { readonly until: number | null }): boolean {
    return until === null || until > this.#nowMs;
  }

  #isPresent({ disabled, endsAt }: User): boolean {
    return !disabled && (endsAt === null || endsAt > this.#nowMs);
  }

  #valuesOf(user: User, name: string): readonly string[] {
    return this.#world.userAttributes
      .filter((one) => one.userKey === user.key && one.name === name)
      .map(({ value }) => value);
  }

  #isEnforced(user: User): boolean {
    return this.#valuesOf(user, "enforceRoles").some((value) => /^\s*(true|yes|1|on)\s*$/i.test(value));
  }

  #operations(user: User): readonly Operation[] {
    return this.#world.requestOperations.flatMap((operation) => {
      const request = this.#world.reqbatch.find(({ key }) => key === operation.requestKey);
      return request?.recipientKey === user.key ? [{ ...operation, request }] : [];
    });
  }

  #openOperations(user: User): readonly Operation[] {
    return this.#operations(user).filter(
      ({ request, result }) => !["C", "D", "K", "E"].includes(request.status) && (result === null || result === "P"),
    );
  }

  #isWanted(user: User, role: Row<"roles">): boolean {
    if (role.state !== "inForce" || !this.#isPresent(user)) return false;
    const reasons = this.#world.roleAssignments
      .filter((one) => one.userKey === user.key && one.roleKey === role.key && this.#lasts(one))
      .map(({ because }) => because);
    if (reasons.includes("excluded")) return false;
    const department = /'(.*)'/.exec(role.condition?.replace(/^.*value eq /, "") ?? "")?.[1];
    const isChosen = role.condition !== null && this.#valuesOf(user, "department").includes(department ?? "");
    return isChosen || reasons.length > 0;
  }

  #memberDifferences(user: User, role: Row<"roles">): readonly Difference[] {
    const isWanted = this.#isWanted(user, role);
    const has = this.#world.roleMembers.some((one) => one.userKey === user.key && one.roleKey === role.key);
    const about = (code: string) => (one: Operation) => one.code === code && one.roleKey === role.key;
    const since = this.#world.roleVersions.find((one) => one.roleKey === role.key && one.state === "inForce");
    const isAsked = (code: string) =>
      this.#openOperations(user).some(about(code)) ||
      this.#operations(user)
        .filter(about(code))
        .some(({ request }) => request.status === "D" && request.createdAt > (since?.inForceAt ?? 0));
    const of = (part: Pick<Difference, "kind" | "resolution" | "requestKey">): Difference => {
      return { ...part, roleKey: role.key, thing: null, accountKey: null };
    };
    const found: Difference[] = [];
    if (isWanted && !has && !isAsked("ROLA")) found.push(of({ kind: "member", resolution: "add", requestKey: null }));
    if (!isWanted && has && !isAsked("ROLD"))
      found.push(of({ kind: "member", resolution: "remove", requestKey: null }));
    for (const one of this.#openOperations(user)) {
      const isStale = about(isWanted ? "ROLD" : "ROLA")(one) && one.request.origin === "autores";
      if (isStale) found.push(of({ kind: "stale", resolution: "cancel", requestKey: one.requestKey }));
    }
    return found;
  }

  #rolesOf(user: User): readonly Row<"roles">[] {
    const keys = this.#world.roleMembers.filter(({ userKey }) => userKey === user.key).map(({ roleKey }) => roleKey);
    return this.#world.roles.filter(({ key }) => keys.includes(key));
  }

  #thingsOf(role: Row<"roles">) {
    return this.#world.roleEntitlements.filter(({ roleKey, kind }) => roleKey === role.key && kind !== "role");
  }

  #holds(user: User, targetSystemKey: string | null, groupKey: string | null): boolean {
    return this.#world.grants.some(
      (one) =>
        one.userKey === user.key &&
        one.endedAt === null &&
        one.kind === (groupKey === null ? "account" : "membership") &&
        one.targetSystemKey === targetSystemKey &&
        one.groupKey === groupKey,
    );
  }

  #isExcepted(user: User, kind: string, targetSystemKey: string | null, groupKey: string | null): boolean {
    return this.#world.accessExceptions.some(
      (one) =>
        one.userKey === user.key &&
        one.kind === kind &&
        one.targetSystemKey === targetSystemKey &&
        one.groupKey === groupKey &&
        one.endedAt === null &&
        this.#lasts(one),
    );
  }

  #isMandatory(targetSystemKey: string): boolean {
    const isSet = this.#world.targetSystemOptions.some(
      (one) => one.targetSystemId === targetSystemKey && one.name === "userAccountsMandatory" && one.value === true,
    );
    return isSet;
  }

  #isAskedFor(user: User, codes: readonly string[], targetSystemKey: string | null, groupKey: string | null): boolean {
    return this.#openOperations(user).some(
      (one) =>
        codes.includes(one.code) && one.targetSystemKey === targetSystemKey && (one.groupKey ?? null) === groupKey,
    );
  }

  #mandatory(user: User): readonly Difference[] {
    return this.#world.targetSystems
      .filter(({ id, enabled }) => enabled && this.#isMandatory(id))
      .filter(
        ({ id }) =>
          !this.#holds(user, id, null) &&
          !this.#isExcepted(user, "deficit", id, null) &&
          !this.#isAskedFor(user, ["ACUA", "AEDEF"], id, null),
      )
      .map(({ id }) => ({
        kind: "deficit",
        resolution: "add",
        roleKey: null,
        thing: { access: "account", targetSystemKey: id, groupKey: null },
        accountKey: null,
        requestKey: null,
      }));
  }

  #wasDenied(user: User, sinceMs: number, is: (one: Operation) => boolean): boolean {
    return this.#operations(user).some(
      (one) => one.request.createdAt >= sinceMs && (one.request.status === "D" || one.result === "R") && is(one),
    );
  }

  /** Returns the way of a role for something that its member lacks; undefined if that is had, excepted or asked for. */
  #wayOfDeficit(user: User, role: Row<"roles">, { kind, targetSystemKey, groupKey }: Row<"roleEntitlements">) {
    const code = kind === "account" ? "ACUA" : "GRUA";
    if (this.#holds(user, targetSystemKey, groupKey)) return undefined;
    if (this.#isExcepted(user, "deficit", targetSystemKey, groupKey)) return undefined;
    if (this.#isAskedFor(user, [code, "AEDEF"], targetSystemKey, groupKey)) return undefined;
    const member = this.#world.roleMembers.find((one) => one.userKey === user.key && one.roleKey === role.key);
    const isDenied = this.#wasDenied(
      user,
      member?.from ?? 0,
      (one) => one.code === "AEDEF" && one.targetSystemKey === targetSystemKey && one.groupKey === groupKey,
    );
    return role.deficit === "exception" && isDenied ? "add" : role.deficit;
  }

  #deficits(user: User): readonly Difference[] {
    const byThing = new Map<string, Difference[]>();
    for (const role of this.#rolesOf(user)) {
      if (this.#openOperations(user).some(({ code, roleKey }) => code === "ROLD" && roleKey === role.key)) continue;
      for (const entitlement of this.#thingsOf(role)) {
        const { kind, targetSystemKey, groupKey } = entitlement;
        const resolution = this.#wayOfDeficit(user, role, entitlement);
        if (resolution === undefined) continue;
        const thing = { access: kind as "account", targetSystemKey: targetSystemKey ?? "", groupKey };
        const one = {
          kind: "deficit" as const,
          resolution,
          roleKey: role.key,
          thing,
          accountKey: null,
          requestKey: null,
        };
        const name = JSON.stringify([targetSystemKey, groupKey]);
        byThing.set(name, [...(byThing.get(name) ?? []), one]);
      }
    }
    return [...byThing.values()].flatMap(chosenDeficits);
  }

  #contains(role: Row<"roles">, one: Row<"grants">): boolean {
    const { targetSystemKey, groupKey } = one;
    return this.#thingsOf(role).some(
      (thing) => thing.targetSystemKey === targetSystemKey && thing.groupKey === groupKey,
    );
  }

  #gives(role: Row<"roles">, one: Row<"grants">): boolean {
    if (this.#contains(role, one)) return true;
    const onTarget = this.#thingsOf(role).some(({ targetSystemKey }) => targetSystemKey === one.targetSystemKey);
    return one.kind === "account" && onTarget;
  }

  /** Tells whether a grant lasts, is direct, and is nothing that other access needs. */
  #isLoose({ kind, endedAt, throughGroup, until, targetSystemKey, accountKey }: Row<"grants">): boolean {
    if (kind === "ownership" || endedAt !== null || throughGroup !== null || accountKey === null) return false;
    if (!this.#lasts({ until })) return false;
    if (kind !== "account") return true;
    const isMember = (other: Row<"grants">) =>
      other.accountKey === accountKey &&
      other.groupKey !== null &&
      other.endedAt === null &&
      other.throughGroup === null;
    return !this.#isMandatory(targetSystemKey) && !this.#world.grants.some(isMember);
  }

  #isBeingResolved(user: User, one: Row<"grants">, roleKeys: readonly string[]): boolean {
    const { kind, targetSystemKey, groupKey, accountKey } = one;
    if (this.#isAskedFor(user, ["AESUR"], targetSystemKey, groupKey)) return true;
    return this.#openOperations(user).some((operation) => {
      if (operation.code === "ROLA") return roleKeys.includes(operation.roleKey ?? "");
      if (operation.accountKey !== accountKey) return false;
      if (operation.code === "DELU") return true;
      return operation.code === "GRUD" && kind === "membership" && operation.groupKey === groupKey;
    });
  }

  #isSurplusDenied(user: User, one: Row<"grants">, roleKeys: readonly string[]): boolean {
    return this.#wasDenied(user, one.from, ({ code, roleKey, targetSystemKey, groupKey, request }) => {
      if (code === "ROLA") return request.origin === "rbacenforce" && roleKeys.includes(roleKey ?? "");
      return code === "AESUR" && targetSystemKey === one.targetSystemKey && (groupKey ?? null) === one.groupKey;
    });
  }

  #surpluses(user: User): readonly Difference[] {
    const inForce = this.#world.roles.filter(({ state }) => state === "inForce");
    const found = new Map<string, { grant: Row<"grants">; isDenied: boolean }>();
    for (const grant of this.#world.grants.filter(({ userKey }) => userKey === user.key)) {
      if (!this.#isLoose(grant)) continue;
      const containing = inForce.filter((role) => this.#contains(role, grant));
      const keys = containing.map(({ key }) => key);
      if (!containing.some(({ surplus }) => surplus !== "none")) continue;
      if (this.#rolesOf(user).some((role) => this.#gives(role, grant))) continue;
      if (this.#isExcepted(user, "surplus", grant.targetSystemKey, grant.groupKey)) continue;
      if (this.#isBeingResolved(user, grant, keys)) continue;
      const name = JSON.stringify([grant.accountKey, grant.groupKey]);
      const isDenied = this.#isSurplusDenied(user, grant, keys) || found.get(name)?.isDenied === true;
      found.set(name, { grant, isDenied });
    }
    return [...found.values()].map(({ grant, isDenied }) => this.#resolved(user, grant, isDenied));
  }

  #resolved(user: User, grant: Row<"grants">, isDenied: boolean): Difference {
    const { targetSystemKey, groupKey, accountKey, kind } = grant;
    const further = (role: Row<"roles">) => {
      const lacked = this.#thingsOf(role).filter((one) => !this.#holds(user, one.targetSystemKey, one.groupKey));
      return new Set(lacked.map((one) => JSON.stringify([one.targetSystemKey, one.groupKey]))).size;
    };
    const deciding = this.#world.roles
      .filter((role) => role.state === "inForce" && role.surplus !== "none" && this.#contains(role, grant))
      .toSorted((one, other) => further(one) - further(other) || (one.id < other.id ? -1 : 1));
    const ways = new Set(deciding.map(({ surplus }) => surplus));
    const way = ways.size === 1 ? (deciding[0]?.surplus ?? "none") : "exception";
    return {
      kind: "surplus",
      resolution: isDenied ? "remove" : way,
      roleKey: deciding[0]?.key ?? null,
      thing: { access: kind as "account", targetSystemKey, groupKey },
      accountKey,
      requestKey: null,
    };
  }
}

/** Returns those of the deficits of the same thing that are resolved: one that adds is enough. */
function chosenDeficits(all: readonly Difference[]): readonly Difference[] {
  const key = (one: Difference) => one.roleKey ?? "";
  const sorted = all.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  const once = sorted.filter((one, index) => sorted.findIndex((other) => key(other) === key(one)) === index);
  const of = (way: string) => once.filter(({ resolution }) => resolution === way);
  if (of("add").length > 0) return of("add").slice(0, 1);
  const asked = [...of("exception").slice(0, 1), ...of("removal")];
  return asked.length > 0 ? asked : once.slice(0, 1);
}
