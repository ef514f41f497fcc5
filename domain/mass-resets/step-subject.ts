import type { PersonTexts, PersonTimes } from "../identity/people-file.ts";

/** Columns of a new user, as a file names them; managers and sponsors by their ids. */
export interface NewPerson extends Partial<PersonTexts>, Partial<PersonTimes> {
  readonly id: string;
  readonly manager?: string | null;
  readonly sponsor?: string | null;
}

/** Subject of the act of a step, besides its user and its account. */
export interface StepSubject {
  readonly person?: NewPerson;
  readonly groupKey?: string;
  readonly grantKey?: string;
  readonly templateKey?: string;
}
