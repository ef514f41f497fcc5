/** Answer of a policy without a row: allowed for every row, depends on the row, or allowed for none. */
export type PolicyReach = "all" | "some" | "none";

/** A browser session as its page needs it; moments are milliseconds UTC, on the wire texts of ISO 8601. */
export interface OwnSession<Moment = number> {
  /** Key of the session among those of its user. */
  readonly key: string;
  readonly user: { readonly key: string; readonly id: string; readonly displayName: string | null };
  readonly classes: readonly string[];
  readonly superuser: boolean;
  readonly startedAt: Moment;
  /** Latest end of the session, regardless of its use. */
  readonly endsAt: Moment;
  /** Seconds without use after which the session ends. */
  readonly idleSeconds: number;
  /** Value of `X-CSRF-Token` in every further call. */
  readonly csrfToken: string;
  /** True if the sample organization is loaded, which newcomers are shown. */
  readonly sample: boolean;
  /** Questions that the installation offers for a forgotten password. */
  readonly offeredQuestions: readonly Readonly<Record<"en" | "de", string>>[];
  /** Answer of each policy for the user, as far as it needs no row. */
  readonly may: Readonly<Record<string, PolicyReach>>;
}
