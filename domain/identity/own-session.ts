/** What a policy says without a row: yes whatever it is, no whatever it is, or that it depends on the row. */
export type PolicyReach = "all" | "some" | "none";

/** What a page needs to know of the session by which it is signed in; its moments are milliseconds UTC, on the wire texts of ISO 8601. */
export interface OwnSession<Moment = number> {
  /** By which it is known among the sessions of its user. */
  readonly key: string;
  readonly user: { readonly key: string; readonly id: string; readonly displayName: string | null };
  readonly classes: readonly string[];
  readonly superuser: boolean;
  readonly startedAt: Moment;
  /** Its end, however much it is used. */
  readonly endsAt: Moment;
  /** For so long it may go unused. */
  readonly idleSeconds: number;
  /** What every further call bears in `X-CSRF-Token`. */
  readonly csrfToken: string;
  /** Whether the sample organisation is there, in which newcomers are shown around. */
  readonly sample: boolean;
  /** The questions that the installation offers for a forgotten password. */
  readonly offeredQuestions: readonly Readonly<Record<"en" | "de", string>>[];
  /** What each policy lets the user do, as far as it says without a row. */
  readonly may: Readonly<Record<string, PolicyReach>>;
}
