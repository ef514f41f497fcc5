import type { PeopleCounts } from "#domain/discovery/people.ts";
import type { ProfileMapping } from "#domain/discovery/profile-mappings.ts";

/** What is to be made of people after a source of profiles was loaded. */
export interface PeopleOrder {
  readonly run: string;
  readonly targetSystemKey: string;
  /** The attribute by which accounts find their owners; null = their name. */
  readonly nameAttribute: string | null;
  /** Of all sources, in the order in which they are asked. */
  readonly mappings: readonly ProfileMapping[];
  /** Whether an operator has confirmed that many leave. */
  readonly isConfirmed: boolean;
}

/** What has become of people, and how many accounts got an owner. */
export interface PeopleLoad {
  readonly people: PeopleCounts;
  readonly associated: number;
}

/** The sources of profiles, as what follows IN. */
export const sourcesOfProfiles = "(SELECT s.`id` FROM `targetSystems` s WHERE s.`sourceOfProfiles` = 1)";

/** A gathered value of the account `a`, as what stands in EXISTS; run and attribute, in small letters, are its question marks. */
export const valueOfAccount =
  "SELECT 1 FROM `stagedSourceValues` x WHERE x.`run` = ? AND x.`accountKey` = a.`key` AND x.`attribute` = ?";
