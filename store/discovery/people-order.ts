import type { PeopleCounts } from "#domain/discovery/people.ts";
import type { ProfileMapping } from "#domain/discovery/profile-mappings.ts";

/** Order to update people after a source of profiles was loaded. */
export interface PeopleOrder {
  readonly run: string;
  readonly targetSystemKey: string;
  /** Attribute that names the owner of an account; null = the account's name. */
  readonly nameAttribute: string | null;
  /** Mappings of all sources, in the order in which the sources are asked. */
  readonly mappings: readonly ProfileMapping[];
  /** True if an operator has confirmed that many people leave. */
  readonly isConfirmed: boolean;
}

/** Changes of people, and the number of accounts that got an owner. */
export interface PeopleLoad {
  readonly people: PeopleCounts;
  readonly associated: number;
}

/** The sources of profiles, as the text after IN. */
export const sourcesOfProfiles = "(SELECT s.`id` FROM `targetSystems` s WHERE s.`sourceOfProfiles` = 1)";

/** A gathered value of the account `a`, as the text inside EXISTS; its parameters are the run and the attribute in lower case. */
export const valueOfAccount =
  "SELECT 1 FROM `stagedSourceValues` x WHERE x.`run` = ? AND x.`accountKey` = a.`key` AND x.`attribute` = ?";
