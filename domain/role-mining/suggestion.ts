/** Terms of a search for roles. */
export interface MiningTerms {
  /** Number of roles to suggest at most. */
  readonly rolesMax: number;
  /** Fewest people of a suggested role. */
  readonly peopleMin: number;
  /** Fewest entitlements of a suggested role. */
  readonly entitlementsMin: number;
  /** Share of the entitlements of a role, in percent, that a person may lack and still be suggested for it; 0 for none. */
  readonly tolerancePercent: number;
}

/** A person of a suggested role who lacks some of its entitlements. */
export interface Gainer {
  readonly person: number;
  /** Entitlements that the role would give this person in addition. */
  readonly entitlements: Uint32Array;
}

/** A role that would replace grants. */
export interface Suggestion {
  /** Number of the department whose people the role is for; 0 where people are not divided. */
  readonly department: number;
  /** People of the role, in ascending order: those who have all of it, and those who lack no more than is tolerated. */
  readonly people: Uint32Array;
  /** Entitlements of the role, in ascending order: everything that those who have all of it have in common. */
  readonly entitlements: Uint32Array;
  /** Number of grants that the role gives and no suggestion before it does. */
  readonly grantsReplaced: number;
  readonly gainers: readonly Gainer[];
}

/** Suggested roles, the one that replaces most grants first. */
export interface MiningResult {
  readonly suggestions: readonly Suggestion[];
  /** Number of different sets of entitlements that people have, within their departments. */
  readonly patterns: number;
  /** True if no other closed set would have replaced more grants at any place of the list; false if the search was cut short. */
  readonly isExact: boolean;
}
